import { now } from "../../lib/clock";
import type { BankConnector, Completion, Grant, Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import { codeVerifierOf } from "./authorisation-request";
import { checkIdToken, type Return, verifyReturn } from "./authorisation-response";
import { oauthOf } from "./oauth";
import { requestToken } from "./token-endpoint";

/** Completes the return of a payment. A code works once: after `unknown` the consent's status decides, not a second try. */
export const completeRedirect: BankConnector["completeRedirect"] = (profile, { ref, params, redirect }) =>
  ref.consentId === null
    ? Promise.resolve({ ok: false, kind: "invalid", detail: "The payment has no consent." })
    : complete(profile, { consentId: ref.consentId, params, redirect }, profile.tokenTimeoutMs);

/** Completes the return of an account consent. */
export const completeConsent: BankConnector["completeConsent"] = (profile, { consent, params, redirect, deadlineMs }) =>
  complete(profile, { consentId: consent.consentId, params, redirect }, deadlineMs);

async function complete(profile: BankProfile, back: Return, deadlineMs: number): Promise<Outcome<Completion>> {
  const result = await verifyReturn(profile, back);
  if (!result.ok) return { ...result, notExchanged: true };
  if (result.value.kind === "denied") return { ok: true, value: result.value };
  const outcome = await requestToken(profile, {
    operation: "code-exchange",
    parameters: {
      grant_type: "authorization_code",
      code: result.value.code,
      redirect_uri: back.redirect.uri,
      code_verifier: codeVerifierOf(back.redirect),
    },
    deadlineMs,
  });
  if (!outcome.ok) return outcome;
  const { grant, idToken } = outcome.value;
  // A JARM return has no id_token: only the token endpoint's names the consent.
  if (idToken !== undefined || oauthOf(profile).responseMode === "jwt") {
    const wrong = await checkIdToken(profile, idToken, back);
    if (wrong) return wrong.kind === "unavailable" ? { ...wrong, kind: "unknown" } : wrong;
  }
  return { ok: true, value: { kind: "granted", grant } };
}

/** RFC 6749 §6. Without a new refresh token the old one stays in use. */
export const refreshGrant: NonNullable<BankConnector["refreshGrant"]> = async (profile, { refreshToken }) => {
  if (refreshToken === undefined) return { ok: false, kind: "consent", detail: "The grant has no refresh token." };
  const outcome = await requestToken(profile, {
    operation: "refresh",
    parameters: { grant_type: "refresh_token", refresh_token: refreshToken },
    deadlineMs: profile.tokenTimeoutMs,
  });
  return outcome.ok ? { ok: true, value: { refreshToken, ...outcome.value.grant } } : outcome;
};

/** Whether the grant has expired by our clock. */
export function isOver({ expiresAt }: Grant): boolean {
  return expiresAt !== undefined && new Date(expiresAt) <= now();
}
