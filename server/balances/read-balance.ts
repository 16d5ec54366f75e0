import type { ManagedAccount } from "../accounts/managed-accounts";
import { readAccount, type UnreadReason } from "../accounts/read-account";
import type { Ctx } from "../lib/context";
import { log } from "../lib/log";
import { toDecimalString } from "../lib/money";
import { pickBalance } from "./rules";

/** For everything that one account's balance takes, a refreshed grant included. */
const DEADLINE_MS = 3_000;

/** Why a balance is unknown: the account could not be read, or the bank named none of its currency or of a known kind. */
export type BalanceReason = UnreadReason | "other-currency" | "no-balance";

export type BalanceReading = { balance: string; reason: null } | { balance: null; reason: BalanceReason };

/** One account's balance, asked at its bank now: a decimal string in major units, or why there is none. */
export async function readBalance(ctx: Ctx, account: ManagedAccount): Promise<BalanceReading> {
  const reading = await readAccount(ctx, account, {
    service: "balances",
    deadlineMs: DEADLINE_MS,
    ask: (connector, profile, call) => connector.balances(profile, call),
  });
  if (!reading.ok) return { balance: null, reason: reading.reason };
  const picked = pickBalance(reading.value, account.currency);
  if (picked.ok) return { balance: toDecimalString(picked.balance), reason: null };
  const types = reading.value.map(({ type, currency }) => `${type} ${currency}`);
  log().warn(
    { account_id: account.id, connection: account.connectionId, reason: picked.reason, types },
    "no balance in it",
  );
  return { balance: null, reason: picked.reason };
}
