import { createHash } from "node:crypto";
import { type JWTPayload, jwtVerify } from "jose";
import { now } from "../../lib/clock";
import { equalInConstantTime } from "../../lib/crypto";
import type { Failure, Outcome, RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { nonceOf } from "./authorisation-request";
import { bankKeys } from "./bank-keys";
import { isDisproof } from "./message-signature";
import { oauthOf } from "./oauth";

/** What FAPI 1.0 Advanced §8.6 allows. None (alg none) or one that we hold as well (HS256) would prove nothing. */
const ALGORITHMS = ["PS256", "ES256"];
const CLOCK_TOLERANCE_S = 60;
const MAX_REASON_LENGTH = 200;

export type Return = {
  /** What was to be approved. */
  consentId: string;
  params: Readonly<Record<string, string>>;
  redirect: RedirectBack;
};

/** What a return that holds says: a code to exchange, or that the person said no. */
type Said = { kind: "code"; code: string } | { kind: "denied"; reason: string };

/**
 * Reads a return, and believes nothing that is not proven: `protocol`, and the code in it is used for nothing. The bank's
 * own troubles are `unavailable`, and so is a bank whose keys are out of reach.
 */
export async function readReturn(profile: BankProfile, back: Return): Promise<Outcome<Said>> {
  const { responseMode } = oauthOf(profile);
  const params = responseMode === "jwt" ? await openResponse(profile, back) : { ok: true as const, value: back.params };
  if (!params.ok) return params;
  const { state = "", error, error_description: description, code = "", id_token: idToken } = params.value;
  if (!isSame(state, back.redirect.state)) return forged("its state is another one");
  if (error !== undefined) return saidNo(error, description);
  if (code === "") return forged("it brings no code");
  if (responseMode === "fragment") {
    const wrong = await checkIdToken(profile, idToken, { ...back, code });
    if (wrong) return wrong;
  }
  return { ok: true, value: { kind: "code", code } };
}

/** The parameters inside a signed response (JARM §2.4), which stands alone: nothing beside it is read. */
async function openResponse(profile: BankProfile, { params }: Return): Promise<Outcome<Record<string, string>>> {
  const opened = await verify(profile, params["response"]);
  if (!opened.ok) return opened;
  const texts = Object.entries(opened.value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { ok: true, value: Object.fromEntries(texts) };
}

/** RFC 6749 §4.1.2.1. The reason of a denial is told to the merchant: a code, and never a text from the browser. */
function saidNo(error: string, description: string | undefined): Outcome<Said> {
  if (error === "access_denied") return { ok: true, value: { kind: "denied", reason: error } };
  const reason = (description ?? error).replace(/[^\x20-\x7e]/g, "").slice(0, MAX_REASON_LENGTH);
  const isPassing = error === "server_error" || error === "temporarily_unavailable";
  return { ok: false, kind: isPassing ? "unavailable" : "invalid", code: error, detail: `${error}: ${reason}` };
}

/**
 * Why an id_token does not prove that this very consent was approved in this very redirect, or null. With `code` it has to
 * prove code and state, too (OpenID Connect Core 1.0 §3.3.2.11, `c_hash`; FAPI 1.0 Advanced §5.2.2, `s_hash`).
 */
export async function checkIdToken(
  profile: BankProfile,
  idToken: string | undefined,
  { consentId, redirect, code }: Return & { code?: string },
): Promise<Failure | null> {
  const opened = await verify(profile, idToken);
  if (!opened.ok) return opened;
  const claims = opened.value;
  if (!isSame(claims["nonce"], nonceOf(redirect))) return forged("its nonce is another one");
  if (claims["openbanking_intent_id"] !== consentId) return forged("it is about another consent");
  if (code === undefined) return null;
  if (!isSame(claims["c_hash"], leftHalfHash(code))) return forged("its code is another one");
  const { s_hash: stateHash } = claims;
  const mayLack = profile.quirks.idTokenWithoutStateHash && stateHash === undefined;
  return mayLack || isSame(stateHash, leftHalfHash(redirect.state)) ? null : forged("it is for another state");
}

/** A JWT of the bank's, for us and nobody else, that is not over. */
async function verify(profile: BankProfile, jwt: string | undefined): Promise<Outcome<JWTPayload>> {
  if (jwt === undefined) return forged("it is not signed");
  const { issuer, clientId } = oauthOf(profile);
  try {
    const { payload } = await jwtVerify(jwt, bankKeys(profile), {
      algorithms: ALGORITHMS,
      issuer,
      audience: clientId,
      requiredClaims: ["exp"],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now(),
    });
    return [payload.aud].flat().length === 1 ? { ok: true, value: payload } : forged("it is for others, too");
  } catch (error) {
    if (isDisproof(error)) return forged(error.code);
    const detail = `The bank's keys cannot be had: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, kind: "unavailable", detail };
  }
}

function forged(why: string): Failure {
  return { ok: false, kind: "protocol", detail: `The return does not hold: ${why}.` };
}

/** The left half of the SHA-256, base64url (OpenID Connect Core 1.0 §3.3.2.11). */
function leftHalfHash(text: string): string {
  const digest = createHash("sha256").update(text, "ascii").digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

function isSame(given: unknown, expected: string): boolean {
  return typeof given === "string" && equalInConstantTime(Buffer.from(given), Buffer.from(expected));
}
