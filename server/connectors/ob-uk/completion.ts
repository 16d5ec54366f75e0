import { now } from "../../lib/clock";
import type { BankConnector, Completion, Grant, Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import { codeVerifierOf } from "./authorisation-request";
import { checkIdToken, type Return, readReturn } from "./authorisation-response";
import { oauthOf } from "./oauth";
import { requestToken } from "./token-endpoint";

/** The return from a payment's approval. A code is used once: after an `unknown` the consent tells, never a second try. */
export const completeRedirect: BankConnector["completeRedirect"] = (profile, { ref, params, redirect }) =>
  ref.consentId === null
    ? Promise.resolve({ ok: false, kind: "invalid", detail: "No consent was made for this payment." })
    : complete(profile, { consentId: ref.consentId, params, redirect }, profile.tokenTimeoutMs);

/** The return from the approval of an account consent. */
export const completeConsent: BankConnector["completeConsent"] = (profile, { consent, params, redirect, deadlineMs }) =>
  complete(profile, { consentId: consent.consentId, params, redirect }, deadlineMs);

async function complete(profile: BankProfile, back: Return, deadlineMs: number): Promise<Outcome<Completion>> {
  const said = await readReturn(profile, back);
  if (!said.ok) return said;
  if (said.value.kind === "denied") return { ok: true, value: said.value };
  const outcome = await requestToken(profile, {
    operation: "code-exchange",
    parameters: {
      grant_type: "authorization_code",
      code: said.value.code,
      redirect_uri: back.redirect.uri,
      code_verifier: codeVerifierOf(back.redirect),
    },
    deadlineMs,
  });
  if (!outcome.ok) return outcome;
  const { grant, idToken } = outcome.value;
  // In the query no id_token comes along: only this one says which consent the code was for.
  if (idToken !== undefined || oauthOf(profile).responseMode === "jwt") {
    const wrong = await checkIdToken(profile, idToken, back);
    if (wrong) return wrong.kind === "unavailable" ? { ...wrong, kind: "unknown" } : wrong;
  }
  return { ok: true, value: { kind: "granted", grant } };
}

/** RFC 6749 §6. A bank that gives no new refresh token goes on with the old one. */
export const refreshGrant: NonNullable<BankConnector["refreshGrant"]> = async (profile, { refreshToken }) => {
  if (refreshToken === undefined)
    return { ok: false, kind: "consent", detail: "The bank gave nothing to refresh the access with." };
  const outcome = await requestToken(profile, {
    operation: "refresh",
    parameters: { grant_type: "refresh_token", refresh_token: refreshToken },
    deadlineMs: profile.tokenTimeoutMs,
  });
  return outcome.ok ? { ok: true, value: { refreshToken, ...outcome.value.grant } } : outcome;
};

/** Whether access by this grant is over by our own clock, so that asking with it is of no use. */
export function isOver({ expiresAt }: Grant): boolean {
  return expiresAt !== undefined && new Date(expiresAt) <= now();
}
