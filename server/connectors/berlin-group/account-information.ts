import { z } from "zod";
import { normaliseIban } from "../../lib/iban";
import { fromDecimalString } from "../../lib/money";
import type { BankBalance, BankConnector, ConsentState, NextStep } from "../port";
import { callBank, grantHeader, psuAddressHeader, requiredPsuAddressHeader, unreadable } from "./call";
import { absoluteLinks, linksSchema, refuseBrowserAddress } from "./links";

/** The standard's way to ask for the longest validity that the bank gives. */
const LONGEST_VALIDITY = "9999-12-31";
/** The most that a bank grants without a person present, unless agreed otherwise. */
const FREQUENCY_PER_DAY = 4;

const consentSchema = z.object({ consentStatus: z.string().min(1), consentId: z.string().min(1), _links: linksSchema });
const consentStatusSchema = z.object({ consentStatus: z.string().min(1) });
const accountsSchema = z.object({
  accounts: z.array(z.object({ resourceId: z.string().optional(), iban: z.string().optional(), currency: z.string() })),
});
const balancesSchema = z.object({
  balances: z.array(
    z.object({
      balanceAmount: z.object({ currency: z.string(), amount: z.string() }),
      balanceType: z.string(),
      lastChangeDateTime: z.string().optional(),
      referenceDate: z.string().optional(),
    }),
  ),
});

/** `POST /v1/consents` for the details and balances of one account. */
export const createAccountConsent: BankConnector["createAccountConsent"] = async (
  profile,
  { iban, currency, deadlineMs, psuIp },
) => {
  const account = { iban, currency };
  const outcome = await callBank(profile, {
    operation: "create-consent",
    method: "POST",
    url: `${profile.baseUrl}/v1/consents`,
    headers: requiredPsuAddressHeader(psuIp),
    body: JSON.stringify({
      access: { accounts: [account], balances: [account] },
      recurringIndicator: true,
      validUntil: LONGEST_VALIDITY,
      frequencyPerDay: FREQUENCY_PER_DAY,
      combinedServiceIndicator: false,
    }),
    deadlineMs,
    schema: consentSchema,
  });
  if (!outcome.ok) return outcome;
  const { consentId, consentStatus: status, _links } = outcome.value.value;
  const links = absoluteLinks(profile, _links);
  const url = links["scaRedirect"];
  const next: NextStep = url === undefined ? { kind: "none" } : { kind: "redirect", url };
  return (
    (url === undefined ? null : refuseBrowserAddress(profile, url)) ?? {
      ok: true,
      value: { consentId, state: stateOf(status), next, links },
    }
  );
};

/** `consentStatus` (NextGenPSD2 1.3.11, section 14.15) in the words of the port; an unknown one cannot be read with. */
function stateOf(status: string): ConsentState {
  switch (status) {
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
    default:
      return "expired";
  }
}

export const consentStatus: BankConnector["consentStatus"] = async (profile, { consentId }) => {
  const outcome = await callBank(profile, {
    operation: "consent-status",
    method: "GET",
    url: `${profile.baseUrl}/v1/consents/${encodeURIComponent(consentId)}/status`,
    deadlineMs: profile.statusTimeoutMs,
    schema: consentStatusSchema,
  });
  return outcome.ok ? { ok: true, value: { state: stateOf(outcome.value.value.consentStatus) } } : outcome;
};

export const findAccount: BankConnector["findAccount"] = async (
  profile,
  { consentId, iban, currency, deadlineMs, psuIp },
) => {
  const outcome = await callBank(profile, {
    operation: "accounts",
    method: "GET",
    url: `${profile.baseUrl}/v1/accounts`,
    headers: { "Consent-ID": consentId, ...psuAddressHeader(psuIp) },
    deadlineMs,
    schema: accountsSchema,
  });
  if (!outcome.ok) return outcome;
  const found = outcome.value.value.accounts.find(
    (account) => account.currency === currency && normaliseIban(account.iban ?? "") === normaliseIban(iban),
  );
  if (found?.resourceId === undefined)
    return { ok: false, kind: "not-found", detail: "The consent does not show this account." };
  return { ok: true, value: { resourceId: found.resourceId } };
};

export const balances: BankConnector["balances"] = async (profile, { consentId, resourceId, deadlineMs, psuIp }) => {
  const outcome = await callBank(profile, {
    operation: "balances",
    method: "GET",
    url: `${profile.baseUrl}/v1/accounts/${encodeURIComponent(resourceId)}/balances`,
    headers: { "Consent-ID": consentId, ...psuAddressHeader(psuIp) },
    deadlineMs,
    schema: balancesSchema,
  });
  if (!outcome.ok) return outcome;
  const read: BankBalance[] = [];
  for (const balance of outcome.value.value.balances) {
    const { currency, amount } = balance.balanceAmount;
    const amountMinor = fromDecimalString(amount, currency);
    if (amountMinor === null) return unreadable("an amount");
    read.push({
      amountMinor,
      currency,
      type: balance.balanceType,
      asOf: balance.lastChangeDateTime ?? balance.referenceDate ?? null,
    });
  }
  return { ok: true, value: read };
};

/** `DELETE /v1/consents/{consentId}`: also right where the bank knows it no more. */
export const revokeConsent: BankConnector["revokeConsent"] = async (profile, { consentId, grant }) => {
  const outcome = await callBank(profile, {
    operation: "revoke-consent",
    method: "DELETE",
    url: `${profile.baseUrl}/v1/consents/${encodeURIComponent(consentId)}`,
    headers: grantHeader(grant),
    deadlineMs: profile.statusTimeoutMs,
    schema: z.unknown(),
  });
  const gone = !outcome.ok && (outcome.kind === "not-found" || outcome.kind === "consent");
  return outcome.ok || gone ? { ok: true, value: null } : outcome;
};
