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

/** The algorithms of FAPI 1.0 Advanced §8.6. `none` and symmetric ones (HS256) would prove nothing. */
const ALGORITHMS = ["PS256", "ES256"];
const CLOCK_TOLERANCE_S = 60;
const MAX_REASON_LENGTH = 200;

export type Return = {
  /** The consent to approve. */
  consentId: string;
  params: Readonly<Record<string, string>>;
  redirect: RedirectBack;
};

/** A verified return: a code to exchange, or a denial. */
type AuthorisationResult = { kind: "code"; code: string } | { kind: "denied"; reason: string };

/**
 * Verifies a return. Without proof it is `protocol`, and its code is not used. Errors of the bank, and keys that cannot be
 * fetched, are `unavailable`.
 */
export async function verifyReturn(profile: BankProfile, back: Return): Promise<Outcome<AuthorisationResult>> {
  const { responseMode } = oauthOf(profile);
  const params = responseMode === "jwt" ? await openResponse(profile, back) : { ok: true as const, value: back.params };
  if (!params.ok) return params;
  const { state = "", error, error_description: description, code = "", id_token: idToken } = params.value;
  if (!isSame(state, back.redirect.state)) return unproven("wrong state");
  if (error !== undefined) return denialOf(error, description);
  if (code === "") return unproven("no code");
  if (responseMode === "fragment") {
    const wrong = await checkIdToken(profile, idToken, { ...back, code });
    if (wrong) return wrong;
  }
  return { ok: true, value: { kind: "code", code } };
}

/** The parameters of a signed response (JARM §2.4). Parameters outside of it are ignored. */
async function openResponse(profile: BankProfile, { params }: Return): Promise<Outcome<Record<string, string>>> {
  const opened = await verify(profile, params["response"]);
  if (!opened.ok) return opened;
  const texts = Object.entries(opened.value).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { ok: true, value: Object.fromEntries(texts) };
}

/** RFC 6749 §4.1.2.1. The merchant gets a denial's error code and never a text from the browser. */
function denialOf(error: string, description: string | undefined): Outcome<AuthorisationResult> {
  if (error === "access_denied") return { ok: true, value: { kind: "denied", reason: error } };
  const reason = (description ?? error).replace(/[^\x20-\x7e]/g, "").slice(0, MAX_REASON_LENGTH);
  const isTemporary = error === "server_error" || error === "temporarily_unavailable";
  return { ok: false, kind: isTemporary ? "unavailable" : "invalid", code: error, detail: `${error}: ${reason}` };
}

/**
 * Why an id_token does not prove the approval of this consent in this redirect, or null. With `code` it must also prove code
 * and state (OpenID Connect Core 1.0 §3.3.2.11, `c_hash`; FAPI 1.0 Advanced §5.2.2, `s_hash`).
 */
export async function checkIdToken(
  profile: BankProfile,
  idToken: string | undefined,
  { consentId, redirect, code }: Return & { code?: string },
): Promise<Failure | null> {
  const opened = await verify(profile, idToken);
  if (!opened.ok) return opened;
  const claims = opened.value;
  if (!isSame(claims["nonce"], nonceOf(redirect))) return unproven("wrong nonce");
  if (claims["openbanking_intent_id"] !== consentId) return unproven("another consent");
  if (code === undefined) return null;
  if (!isSame(claims["c_hash"], leftHalfHash(code))) return unproven("wrong c_hash");
  const { s_hash: stateHash } = claims;
  const mayLack = profile.quirks.idTokenWithoutStateHash && stateHash === undefined;
  return mayLack || isSame(stateHash, leftHalfHash(redirect.state)) ? null : unproven("wrong s_hash");
}

/** Verifies a JWT of the bank for this client as its only audience, within its lifetime. */
async function verify(profile: BankProfile, jwt: string | undefined): Promise<Outcome<JWTPayload>> {
  if (jwt === undefined) return unproven("no signature");
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
    return [payload.aud].flat().length === 1 ? { ok: true, value: payload } : unproven("more than one audience");
  } catch (error) {
    if (isDisproof(error)) return unproven(error.code);
    const detail = `The bank's keys cannot be fetched: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, kind: "unavailable", detail };
  }
}

function unproven(why: string): Failure {
  return { ok: false, kind: "protocol", detail: `The return could not be verified: ${why}.` };
}

/** The left half of the SHA-256 digest, base64url (OpenID Connect Core 1.0 §3.3.2.11). */
function leftHalfHash(text: string): string {
  const digest = createHash("sha256").update(text, "ascii").digest();
  return digest.subarray(0, digest.length / 2).toString("base64url");
}

function isSame(given: unknown, expected: string): boolean {
  return typeof given === "string" && equalInConstantTime(Buffer.from(given), Buffer.from(expected));
}
