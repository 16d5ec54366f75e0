import { z } from "zod";
import { unreadable } from "../parse-response";
import type { BankConnector, ConsentRef, ConsentState } from "../port";
import type { BankProfile } from "../profile-schema";
import { timeLeft } from "../time-left";
import { approvalOf, approvalSchema, redirectHeaders } from "./approval";
import { callBank, grantHeader, requiredPsuAddressHeader } from "./call";
import { callableLink } from "./links";

/** Requests the longest validity of the bank. */
const LONGEST_VALIDITY = "9999-12-31";
/** The most unattended reads per day that a bank grants, unless agreed otherwise. */
const FREQUENCY_PER_DAY = 4;
/** Under an agreement with the bank: one read a second, more than balances that are read on every request take. */
const AGREED_FREQUENCY_PER_DAY = 86_400;

const consentSchema = approvalSchema.extend({ consentStatus: z.string().min(1), consentId: z.string().min(1) });
const consentStatusSchema = z.object({ consentStatus: z.string().min(1) });
const consentDetailsSchema = z.object({ validUntil: z.iso.date() });

/** `POST /v1/consents` for the details, balances and transactions of one account; returns the next step of its approval. */
export const createAccountConsent: BankConnector["createAccountConsent"] = async (profile, order) => {
  const { iban, currency, redirect, deadlineMs, psuIp } = order;
  const account = { iban, currency };
  const headers = { ...requiredPsuAddressHeader(profile, psuIp), ...redirectHeaders(profile, redirect) };
  const leftMs = timeLeft(deadlineMs);
  const outcome = await callBank(profile, {
    operation: "create-consent",
    method: "POST",
    url: `${profile.baseUrl}/v1/consents`,
    headers,
    body: JSON.stringify({
      access: { accounts: [account], balances: [account], transactions: [account] },
      recurringIndicator: true,
      validUntil: LONGEST_VALIDITY,
      frequencyPerDay: profile.corporateAccess ? AGREED_FREQUENCY_PER_DAY : FREQUENCY_PER_DAY,
      combinedServiceIndicator: false,
    }),
    deadlineMs: leftMs(),
    schema: consentSchema,
  });
  if (!outcome.ok) return outcome;
  const { consentId, consentStatus: word } = outcome.value.value;
  const state = stateOf(word);
  if (state === null) return unreadable(`the consent's status ${word}`);
  const subject = { service: "AIS" as const, id: consentId };
  const approval = await approvalOf(profile, outcome.value, { subject, redirect, headers, leftMs });
  if (!approval.ok) return approval;
  return { ok: true, value: { consentId, state, ...approval.value } };
};

/** Maps `consentStatus` (NextGenPSD2 1.3.11, section 14.15) to the port's states; null: unknown, which ends no consent. */
function stateOf(word: string): ConsentState | null {
  switch (word) {
    case "valid":
      return "valid";
    case "received":
    case "partiallyAuthorised":
      return "awaiting";
    case "rejected":
      return "rejected";
    case "revokedByPsu":
    case "terminatedByTpp":
      return "revoked";
    case "expired":
      return "expired";
    default:
      return null;
  }
}

/** `GET /v1/consents/{consentId}/status`; of a valid consent also its end, by a second call whose failure is ignored. */
export const consentStatus: BankConnector["consentStatus"] = async (profile, consent) => {
  const outcome = await fetchConsent(profile, consent, "/status", consentStatusSchema);
  if (!outcome.ok) return outcome;
  const { consentStatus: word } = outcome.value.value;
  const state = stateOf(word);
  if (state === null) return unreadable(`the consent's status ${word}`);
  const details = state === "valid" ? await fetchConsent(profile, consent, "", consentDetailsSchema) : null;
  const lastDay = details?.ok ? details.value.value.validUntil : LONGEST_VALIDITY;
  // `validUntil` includes its day. The day is the bank's local one, within hours of the UTC day.
  return {
    ok: true,
    value: { state, ...(lastDay === LONGEST_VALIDITY ? {} : { validUntil: `${lastDay}T23:59:59Z` }) },
  };
};

function fetchConsent<T>(profile: BankProfile, consent: ConsentRef, suffix: "" | "/status", schema: z.ZodType<T>) {
  const link = callableLink(profile, consent.links ?? {}, suffix === "" ? "self" : "status");
  const url = link ?? consentUrl(profile, consent.consentId) + suffix;
  return callBank(profile, {
    operation: suffix === "" ? "consent" : "consent-status",
    method: "GET",
    url,
    headers: grantHeader(consent.grant),
    deadlineMs: profile.statusTimeoutMs,
    schema,
  });
}

/**
 * `DELETE /v1/consents/{consentId}`. A consent that the bank no longer has, or calls ended, counts as revoked; with a refused
 * token it may be valid.
 */
export const revokeConsent: BankConnector["revokeConsent"] = async (profile, { consentId, grant }) => {
  const outcome = await callBank(profile, {
    operation: "revoke-consent",
    method: "DELETE",
    url: consentUrl(profile, consentId),
    headers: grantHeader(grant),
    deadlineMs: profile.statusTimeoutMs,
    schema: z.unknown(),
  });
  if (outcome.ok) return { ok: true, value: null };
  const isGone = outcome.kind === "not-found" || (outcome.kind === "consent" && !outcome.tokenRefused);
  return isGone ? { ok: true, value: null } : outcome;
};

function consentUrl(profile: BankProfile, consentId: string): string {
  return `${profile.baseUrl}/v1/consents/${encodeURIComponent(consentId)}`;
}
