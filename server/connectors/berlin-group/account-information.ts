import { z } from "zod";
import { normaliseIban } from "../../lib/money/iban";
import { fromDecimalString } from "../../lib/money/money";
import type { BankBalance } from "../account-data";
import { namesOther, text, unreadable } from "../parse-response";
import type { AccountCall, BankConnector } from "../port";
import type { BankProfile } from "../profile-schema";
import { callBank, grantHeader, psuAddressHeader } from "./call";

/** NextGenPSD2 1.3.11, section 4.5.3. */
const MULTI_CURRENCY = "XXX";

const accountsSchema = z.object({
  accounts: z.array(z.object({ resourceId: z.string().optional(), iban: z.string().optional(), currency: z.string() })),
});
/** The account that an answer is about. */
export const account = z.object({ iban: text }).optional().catch(undefined);
const balancesSchema = z.object({
  account,
  balances: z.array(
    z.object({
      balanceAmount: z.object({ currency: z.string(), amount: z.string() }),
      balanceType: z.string(),
      lastChangeDateTime: z.string().optional(),
      referenceDate: z.string().optional(),
      creditLimitIncluded: z.boolean().optional().catch(undefined),
    }),
  ),
});

/** `GET /v1/accounts`. A multi-currency account may be listed once, with the currency "XXX". */
export const findAccount: BankConnector["findAccount"] = async (profile, call) => {
  const url = `${profile.baseUrl}/v1/accounts`;
  const outcome = await readAccounts(profile, call, { operation: "accounts", url, schema: accountsSchema });
  if (!outcome.ok) return outcome;
  const { iban, currency } = call;
  const listed = outcome.value.value.accounts.filter(
    (account) => normaliseIban(account.iban ?? "") === normaliseIban(iban),
  );
  const found = [currency, MULTI_CURRENCY]
    .map((code) => listed.find((account) => account.currency === code))
    .find(Boolean);
  if (found?.resourceId === undefined)
    return { ok: false, kind: "not-found", detail: "The consent does not cover this account." };
  return { ok: true, value: { resourceId: found.resourceId } };
};

export const balances: BankConnector["balances"] = async (profile, call) => {
  const url = `${profile.baseUrl}/v1/accounts/${encodeURIComponent(call.resourceId)}/balances`;
  const outcome = await readAccounts(profile, call, { operation: "balances", url, schema: balancesSchema });
  if (!outcome.ok) return outcome;
  if (namesOther(outcome.value.value.account?.iban, call.iban)) return unreadable("balances of another account");
  const read: BankBalance[] = [];
  for (const balance of outcome.value.value.balances) {
    const { currency, amount } = balance.balanceAmount;
    const amountMinor = fromDecimalString(amount, currency);
    if (amountMinor === null) return unreadable("invalid amount");
    read.push({
      amountMinor,
      currency,
      type: balance.balanceType,
      asOf: balance.lastChangeDateTime ?? balance.referenceDate ?? null,
      ...(balance.creditLimitIncluded ? { withCredit: true } : {}),
    });
  }
  return { ok: true, value: read };
};

/** Reads account information under a consent. */
export function readAccounts<T>(
  profile: BankProfile,
  { consentId, grant, psuIp, deadlineMs }: AccountCall,
  request: { operation: string; url: string; schema: z.ZodType<T> },
) {
  const headers = { "Consent-ID": consentId, ...grantHeader(grant), ...psuAddressHeader(profile, psuIp) };
  return callBank(profile, { ...request, method: "GET", headers, deadlineMs });
}
