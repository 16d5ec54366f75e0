import type { ManagedAccount } from "../accounts/managed-accounts";
import { type ReadFailureReason, readAccount } from "../accounts/read-account";
import type { Ctx } from "../lib/context";
import { log } from "../lib/log";
import { toDecimalString } from "../lib/money/money";
import { pickBalance } from "./rules";

/** For one account's balance, including the refresh of a grant. */
const DEADLINE_MS = 3_000;

/** Why a balance is unknown: the account could not be read, or no balance has its currency or a known type. */
export type BalanceReason = ReadFailureReason | "other-currency" | "no-balance";

export type BalanceResult = { balance: string; reason: null } | { balance: null; reason: BalanceReason };

/** Fetches one account's balance from its bank: a decimal string in major units, or the reason of a null. */
export async function fetchBalance(ctx: Ctx, account: ManagedAccount): Promise<BalanceResult> {
  const result = await readAccount(ctx, account, {
    service: "balances",
    deadlineMs: DEADLINE_MS,
    send: (connector, profile, call) => connector.balances(profile, call),
  });
  if (!result.ok) return { balance: null, reason: result.reason };
  const picked = pickBalance(result.value, account.currency);
  if (picked.ok) return { balance: toDecimalString(picked.balance), reason: null };
  const types = result.value.map(({ type, currency }) => `${type} ${currency}`);
  log().warn(
    { account_id: account.id, connection: account.connectionId, reason: picked.reason, types },
    "the bank returned no usable balance",
  );
  return { balance: null, reason: picked.reason };
}
