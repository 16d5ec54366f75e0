import { z } from "zod";
import { fromDecimalString } from "../../lib/money/money";
import type { BankBalance } from "../account-data";
import { unreadable } from "../parse-response";
import type { AccountCall, BankConnector, Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import { withoutUndefined } from "../without-undefined";
import { isAccount } from "./account-number";
import { callBank } from "./call";
import { isOver } from "./completion";

const accountsSchema = z.object({
  Data: z.object({
    Account: z
      .array(
        z.object({
          AccountId: z.string().min(1),
          Currency: z.string().optional(),
          Account: z.array(z.object({ SchemeName: z.string(), Identification: z.string() })).catch([]),
        }),
      )
      .default([]),
  }),
});

/** Amounts are unsigned: the indicator gives the direction. */
export const amountSchema = z.object({ Amount: z.string().regex(/^\d/), Currency: z.string().length(3) });
export const indicatorSchema = z.enum(["Credit", "Debit"]);

const balancesSchema = z.object({
  Data: z.object({
    Balance: z.array(
      z.object({
        AccountId: z.string(),
        CreditDebitIndicator: indicatorSchema,
        Type: z.string().min(1),
        DateTime: z.iso.datetime({ offset: true }).nullable().catch(null),
        Amount: amountSchema,
        CreditLine: z.array(z.object({ Included: z.boolean() })).catch([]),
      }),
    ),
  }),
});

/** `GET /accounts`: the accounts that the PSU selected. */
export const findAccount: BankConnector["findAccount"] = async (profile, call) => {
  const request = { operation: "accounts", path: "/accounts", schema: accountsSchema };
  const outcome = await readAccount(profile, call, request);
  if (!outcome.ok) return outcome;
  const found = outcome.value.Data.Account.find(
    ({ Currency = call.currency, Account }) =>
      Currency === call.currency && Account.some((account) => isAccount(account, call.iban)),
  );
  if (!found) return { ok: false, kind: "not-found", detail: "The consent does not cover this account." };
  return { ok: true, value: { resourceId: found.AccountId } };
};

/** `GET /accounts/{AccountId}/balances`. */
export const balances: BankConnector["balances"] = async (profile, call) => {
  const path = `/accounts/${encodeURIComponent(call.resourceId)}/balances`;
  const outcome = await readAccount(profile, call, { operation: "balances", path, schema: balancesSchema });
  if (!outcome.ok) return outcome;
  const read: BankBalance[] = [];
  for (const balance of outcome.value.Data.Balance) {
    const { AccountId, CreditDebitIndicator, Type: type, DateTime: asOf, Amount, CreditLine } = balance;
    const unsigned = fromDecimalString(Amount.Amount, Amount.Currency);
    if (unsigned === null) return unreadable("invalid amount");
    if (AccountId !== call.resourceId) return unreadable("a balance of another account");
    const amountMinor = CreditDebitIndicator === "Debit" ? -unsigned : unsigned;
    const withCredit = CreditLine.some(({ Included }) => Included) || undefined;
    read.push({ amountMinor, currency: Amount.Currency, type, asOf, ...withoutUndefined({ withCredit }) });
  }
  return { ok: true, value: read };
};

/** Reads account information with a grant. */
export async function readAccount<T>(
  profile: BankProfile,
  { grant, psuIp, deadlineMs }: AccountCall,
  request: { operation: string; path: string; schema: z.ZodType<T> },
): Promise<Outcome<T>> {
  if (!grant || isOver(grant)) {
    const detail = "The account has no grant, or the grant has expired.";
    return { ok: false, kind: "consent", notSent: true, detail };
  }
  return callBank(profile, {
    ...request,
    path: `/aisp${request.path}`,
    kind: "read",
    grant,
    psu: psuIp === undefined ? undefined : { ip: psuIp },
    deadlineMs,
  });
}
