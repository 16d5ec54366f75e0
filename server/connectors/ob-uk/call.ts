import { isIPv4 } from "node:net";
import type { z } from "zod";
import { env } from "../../lib/config/env";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { type HttpAnswer, sendRequest } from "../../lib/net/http-client";
import { headerText } from "../header-text";
import { signingOf, tlsOf } from "../keys/key-material";
import { noteFailure } from "../note-failure";
import { notAnswered, parseJson, unreadable } from "../parse-response";
import type { Failure, Grant, Outcome, PsuContext } from "../port";
import type { BankProfile } from "../profile-schema";
import { simulationHeaders } from "../simulated-profile";
import { timeLeft } from "../time-left";
import { bankKeys } from "./bank-keys";
import { clientToken, forgetClientToken, type Scope } from "./client-tokens";
import { type CallKind, failureOf } from "./errors";
import { SIGNATURE_HEADER, signMessage, whyUnproven } from "./message-signature";
import { oauthOf } from "./oauth";

const INTERACTION_HEADER = "x-fapi-interaction-id";
/** The trust anchor of keys in the Open Banking Directory. The installation's own key has its host as trust anchor. */
const DIRECTORY = "openbanking.org.uk";

export type ResourceCall<T> = {
  /** For the log. */
  operation: string;
  kind: CallKind;
  /** Appended to the profile's baseUrl: `/pisp/…` or `/aisp/…`. */
  path: string;
  /** The PSU's grant; absent: our own token. */
  grant?: Grant;
  body?: string;
  idempotencyKey?: string;
  /** The PSU, when present. */
  psu?: (Pick<PsuContext, "ip"> & Partial<PsuContext>) | undefined;
  /** Covers the whole call, including the request of our own token. */
  deadlineMs: number;
  /** The schema of a 2xx body. An empty body is `{}`. */
  schema: z.ZodType<T>;
};

const METHOD: Record<CallKind, "GET" | "POST" | "DELETE"> = {
  read: "GET",
  consent: "POST",
  submission: "POST",
  revocation: "DELETE",
};

/**
 * Calls the Read/Write API and parses the response. Requests and responses of payment initiation are signed, those of
 * account information are not (v3.1.11). Logs failures, without bodies.
 */
export async function callBank<T>(profile: BankProfile, call: ResourceCall<T>): Promise<Outcome<T>> {
  const leftMs = timeLeft(call.deadlineMs);
  if (call.grant) return callWith(profile, call, call.grant.accessToken, leftMs);
  const scope: Scope = isSigned(call) ? "payments" : "accounts";
  const first = await clientToken(profile, scope, leftMs());
  if (!first.ok) return first;
  const outcome = await callWith(profile, call, first.value, leftMs);
  if (outcome.ok || outcome.kind !== "auth" || outcome.code !== undefined) return outcome;
  // 401 or 403 without a code: the token expired early and nothing was processed. Retry once with a new token.
  forgetClientToken(profile, scope, first.value);
  const fresh = await clientToken(profile, scope, leftMs());
  return fresh.ok ? callWith(profile, call, fresh.value, leftMs) : fresh;
}

function isSigned({ path }: { path: string }): boolean {
  return path.startsWith("/pisp/");
}

async function callWith<T>(
  profile: BankProfile,
  call: ResourceCall<T>,
  token: string,
  leftMs: () => number,
): Promise<Outcome<T>> {
  const interactionId = newId();
  const about = { bank: profile.id, operation: call.operation, bank_request_id: interactionId };
  return noteFailure(about, await exchange(profile, call, { token, interactionId, leftMs }));
}

type Sending = { token: string; interactionId: string; leftMs: () => number };

async function exchange<T>(profile: BankProfile, call: ResourceCall<T>, sending: Sending): Promise<Outcome<T>> {
  const headers = await headersOf(profile, call, sending);
  const url = profile.baseUrl + call.path;
  const result = await sendRequest({
    method: METHOD[call.kind],
    url,
    headers: { ...headers, ...simulationHeaders(url) },
    body: call.body,
    deadlineMs: sending.leftMs(),
    tls: tlsOf(profile) ?? undefined,
    isRepeatable: call.kind === "read",
  });
  if (result.kind !== "answered") return notAnswered(result);
  const { answer } = result;
  noteEcho(profile, call, answer, sending.interactionId);
  const unproven = isSigned(call) ? await checkSignature(profile, answer) : null;
  if (unproven) return unproven;
  if (!isSuccess(answer)) return failureOf(answer, { kind: call.kind, byPerson: call.grant !== undefined });
  const parsed = call.schema.safeParse(parseJson(answer.body));
  return parsed.success
    ? { ok: true, value: parsed.data }
    : unreadable(`${answer.status} ${parsed.error.issues[0]?.path.join(".") ?? ""}`);
}

async function headersOf<T>(
  profile: BankProfile,
  { body, idempotencyKey, psu, path }: ResourceCall<T>,
  { token, interactionId }: Sending,
): Promise<Record<string, string>> {
  return {
    Accept: "application/json",
    Authorization: `Bearer ${token}`,
    [INTERACTION_HEADER]: interactionId,
    ...psuHeaders(profile, psu),
    ...(idempotencyKey === undefined ? {} : { "x-idempotency-key": idempotencyKey }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(body === undefined || !isSigned({ path }) ? {} : { [SIGNATURE_HEADER]: await signatureOf(profile, body) }),
  };
}

async function signatureOf(profile: BankProfile, body: string): Promise<string> {
  const material = await signingOf(profile);
  if (!material) throw new Error(`Connection "${profile.id}" has no "signing", which UK Open Banking requires.`);
  const { signing } = profile.security;
  const ownHost = signing?.keyFile === undefined ? new URL(env().baseUrl).hostname : DIRECTORY;
  return signMessage(body, material, {
    issuer: signing?.issuer ?? oauthOf(profile).clientId,
    trustAnchor: material.trustAnchor ?? ownHost,
  });
}

/** The address tells the bank that the PSU is present, so it is sent only then. */
function psuHeaders({ publicIpv4 }: BankProfile, psu: ResourceCall<unknown>["psu"]): Record<string, string> {
  if (!psu) return {};
  const userAgent = headerText(psu.userAgent ?? "");
  const ip = publicIpv4 === undefined || isIPv4(psu.ip ?? "") ? psu.ip : null;
  return {
    ...(ip === null ? {} : { "x-fapi-customer-ip-address": ip }),
    ...(userAgent === "" ? {} : { "x-customer-user-agent": userAgent }),
  };
}

/** "The ASPSP must play it back": a missing echo is logged and otherwise ignored. */
function noteEcho<T>(
  profile: BankProfile,
  { operation }: ResourceCall<T>,
  { headers }: HttpAnswer,
  sent: string,
): void {
  const echoed = headers[INTERACTION_HEADER];
  if (echoed === sent) return;
  log().warn({ bank: profile.id, operation, bank_request_id: sent, echoed }, "bank returned another interaction id");
}

/**
 * A success must be signed. An unsigned refusal is accepted, because gateways send refusals, but not one with a wrong
 * signature. An unverified response makes the outcome `unknown`.
 */
async function checkSignature(profile: BankProfile, answer: HttpAnswer): Promise<Failure | null> {
  const signature = answer.headers[SIGNATURE_HEADER];
  const isWanted = isSuccess(answer) && answer.body !== "";
  if (profile.quirks.answersUnsigned || (!isWanted && signature === undefined)) return null;
  try {
    const why = await whyUnproven(signature, answer.body, bankKeys(profile));
    return why === null ? null : unreadable(`${answer.status}, ${why}`);
  } catch (error) {
    return unreadable(
      `${answer.status}, its signature cannot be verified: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status <= 299;
}
