import { z } from "zod";
import type { BankConnector, BankLinks, Completion, Grant, Outcome, RETURN_PARAMS, RedirectBack } from "../port";
import type { BankProfile } from "../profile-schema";
import { timeLeft } from "../time-left";
import { callBank, grantHeader } from "./call";
import { exchangeCode } from "./oauth";

/** The parameters in which banks return the confirmation code of a redirect. */
const CONFIRMATION_CODES: readonly (typeof RETURN_PARAMS)[number][] = [
  "confirmationCode",
  "authenticationCode",
  "code",
];
/** RFC 6749 §4.1.2.1: temporary server errors, and errors of our request. All others are refusals. */
const BUSY = new Set(["server_error", "temporarily_unavailable"]);
const OUR_FAULT = new Set(["invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope"]);

const scaStatusSchema = z.object({ scaStatus: z.string().min(1) });

type Return = {
  links: BankLinks;
  params: Readonly<Record<string, string>>;
  redirect: RedirectBack;
  leftMs: () => number;
  unwanted?: boolean;
};

/** A redirect without OAuth 2.0 and without a code for a confirmation that the bank requires. */
export const isPlainReturn: NonNullable<BankConnector["isPlainReturn"]> = ({ ref: { links }, params, redirect }) =>
  !isOfAnother(params, redirect) &&
  links["scaOAuth"] === undefined &&
  (links["confirmation"] === undefined || confirmationCodeOf(params) === undefined);

/** Completes the return of a payment. */
export const completeRedirect: BankConnector["completeRedirect"] = (profile, { ref, ...back }) =>
  complete(profile, { ...back, links: ref.links, leftMs: timeLeft(profile.tokenTimeoutMs) });

/** Completes the return of a consent. */
export const completeConsent: BankConnector["completeConsent"] = (profile, { consent, params, redirect, deadlineMs }) =>
  complete(profile, { links: consent.links ?? {}, params, redirect, leftMs: timeLeft(deadlineMs) });

/**
 * A plain redirect proves nothing: the status is fetched afterwards. An OAuth 2.0 redirect carries a code for a grant, or an
 * error. Both may need a confirmation call.
 */
async function complete(profile: BankProfile, call: Return): Promise<Outcome<Completion>> {
  const { links, params, redirect, leftMs } = call;
  if (isOfAnother(params, redirect)) {
    return { ok: false, kind: "protocol", detail: "The return's state belongs to another approval." };
  }
  const link = links["scaOAuth"];
  if (link === undefined) {
    const code = confirmationCodeOf(params);
    return code === undefined ? nothing() : confirm(profile, call, code);
  }
  const { error, code } = params;
  if (error !== undefined) return refusalOf(error);
  if (!code) return nothing();
  const grant = await exchangeCode(profile, { link, params, redirect, leftMs });
  if (!grant.ok) return grant;
  const tryOnce = (time: Return["leftMs"]) =>
    confirm(profile, { ...call, leftMs: time }, grant.value.accessToken, grant.value);
  let confirmed = await tryOnce(leftMs);
  // The code is used up, so no later return confirms: once more, in a time that the exchange has not used.
  if (!confirmed.ok) confirmed = await tryOnce(timeLeft(profile.tokenTimeoutMs));
  // A failed confirmation keeps the grant, which fetches the status.
  if (confirmed.ok && confirmed.value.kind === "denied") return confirmed;
  return { ok: true, value: { kind: "granted", grant: grant.value } };
}

function isOfAnother({ state }: Return["params"], redirect: RedirectBack): boolean {
  return state !== undefined && state !== redirect.state;
}

function confirmationCodeOf(params: Return["params"]): string | undefined {
  return CONFIRMATION_CODES.map((name) => params[name]).find((value) => value !== undefined && value !== "");
}

function refusalOf(error: string): Outcome<Completion> {
  const word = error.replace(/[^a-zA-Z0-9_.-]/g, "").slice(0, 64);
  const detail = `The authorisation server returned ${word}.`;
  if (BUSY.has(error)) return { ok: false, kind: "unavailable", code: word, notExchanged: true, detail };
  if (OUR_FAULT.has(error)) return { ok: false, kind: "invalid", code: word, detail };
  return { ok: true, value: { kind: "denied", reason: word } };
}

/**
 * `PUT` of the approval's code (NextGenPSD2 1.3.11, section 7.6), where the bank requires it. The payment proceeds only
 * after it.
 */
async function confirm(
  profile: BankProfile,
  { links, leftMs, unwanted }: Return,
  confirmationCode: string,
  grant?: Grant,
): Promise<Outcome<Completion>> {
  const url = links["confirmation"];
  if (url === undefined || unwanted || !(await isUnconfirmed(profile, { links, leftMs }, grant))) return nothing();
  const outcome = await callBank(profile, {
    operation: "confirm",
    method: "PUT",
    url,
    headers: grantHeader(grant),
    body: JSON.stringify({ confirmationCode }),
    deadlineMs: leftMs(),
    schema: scaStatusSchema,
  });
  if (!outcome.ok) return outcome;
  const failed = outcome.value.value.scaStatus === "failed";
  return failed ? { ok: true, value: { kind: "denied", reason: "confirmation_failed" } } : nothing();
}

/** Whether the bank waits for the confirmation; true also when its status cannot be fetched. */
async function isUnconfirmed(
  profile: BankProfile,
  { links, leftMs }: Pick<Return, "links" | "leftMs">,
  grant: Grant | undefined,
): Promise<boolean> {
  const url = links["scaStatus"];
  if (url === undefined) return true;
  const outcome = await callBank(profile, {
    operation: "sca-status",
    method: "GET",
    url,
    headers: grantHeader(grant),
    deadlineMs: Math.min(leftMs(), profile.statusTimeoutMs),
    schema: scaStatusSchema,
  });
  return !outcome.ok || outcome.value.value.scaStatus === "unconfirmed";
}

function nothing(): Outcome<Completion> {
  return { ok: true, value: { kind: "nothing" } };
}
