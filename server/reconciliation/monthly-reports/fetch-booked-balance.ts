import type { ManagedAccount } from "../../accounts/managed-accounts";
import { type ReadFailureReason, readAccount } from "../../accounts/read-account";
import type { BankBalance } from "../../connectors/account-data";
import { systemCtx } from "../../lib/context";
import { newId } from "../../lib/ids";

const DEADLINE_MS = 5_000;

/**
 * The balance of booked transactions up to now, by Berlin Group, UK Open Banking and ISO 20022. A closing balance is that
 * of the last day, and an available one has pending transactions and credit lines: neither is the sum of a statement.
 */
const INTERIM_BOOKED = new Set(["interimbooked", "itbd"]);

/** The only interim booked balance in the currency, without a credit line. None, or several that differ: null. */
export function bookedBalanceIn(balances: readonly BankBalance[], currency: string): bigint | null {
  const own = balances.filter(
    (one) => one.currency === currency && INTERIM_BOOKED.has(one.type.toLowerCase()) && !one.withCredit,
  );
  const amounts = new Set(own.map(({ amountMinor }) => amountMinor));
  const [amount] = amounts;
  return amounts.size === 1 && amount !== undefined ? amount : null;
}

/** The bank answered, so that the next try may wait for a day; other failures end earlier. */
const ANSWERS = new Set<ReadFailureReason>(["refused", "consent-refused", "not-found", "unreadable", "too-large"]);

/** Fetches an account's booked balance from its bank. `amountMinor` null: not known. */
export async function fetchBookedBalance(
  account: ManagedAccount,
): Promise<{ amountMinor: bigint | null; isAnswered: boolean }> {
  const result = await readAccount(systemCtx(newId()), account, {
    service: "balances",
    deadlineMs: DEADLINE_MS,
    send: (connector, profile, call) => connector.balances(profile, call),
  });
  if (!result.ok) return { amountMinor: null, isAnswered: ANSWERS.has(result.reason) };
  return { amountMinor: bookedBalanceIn(result.value, account.currency), isAnswered: true };
}
