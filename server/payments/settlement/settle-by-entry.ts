import type { Debtor } from "../../connectors/port";
import type { Tx } from "../../lib/db";
import type { TransitionSource } from "../attempts/attempt-write-store";
import type { RequestRow } from "../requests/store";
import { settleLocked } from "./settle-payment";

/**
 * `settled`: the credit settled the attempt, also one that was FAILED or CANCELLED · `known`: it was settled before ·
 * `amount_differs`: an exception is recorded, nothing else has changed.
 */
type CreditOutcome = "settled" | "known" | "amount_differs";

/**
 * Settles an attempt by a credit on the receiving account with its reference, whatever the bank's status. Another amount
 * or currency is never applied. `debtor`: as the statement names it, where the credit is surely this attempt's: a credit may
 * arrive before the bank's status, and closes the attempt. `source` and idempotence as in `reversePayment`. `request`: locked, and its link before it.
 */
export async function settleByCredit(
  tx: Tx,
  request: RequestRow,
  attemptId: string,
  credit: {
    amountMinor: bigint;
    currency: string;
    source: TransitionSource;
    debtor?: Debtor | undefined;
  },
): Promise<CreditOutcome> {
  const { amountMinor, currency, source, debtor } = credit;
  const input = { kind: "credited", amountMinor, currency } as const;
  const decision = await settleLocked(tx, request, attemptId, input, { source, debtor });
  if (decision.exceptions.some(({ kind }) => kind === "amount_differs")) return "amount_differs";
  return decision.attempt ? "settled" : "known";
}

/**
 * Records that money of a completed payment was returned: added to earlier returns, up to the amount; the request stays
 * completed, and its merchant is notified. Idempotence is the caller's, by the statement entry that it has just stored in
 * `tx`. Returns the minor units that counted: 0 for an attempt that did not complete its request. `request`: locked, and its
 * link before it.
 */
export async function reversePayment(
  tx: Tx,
  request: RequestRow,
  attemptId: string,
  returned: { returnedMinor: bigint; reason: string | null; source: TransitionSource },
): Promise<bigint> {
  const { returnedMinor, reason, source } = returned;
  const input = { kind: "returned", returnedMinor, reason } as const;
  const { request: change } = await settleLocked(tx, request, attemptId, input, { source });
  return change?.kind === "reverse" ? change.returnedMinor : 0n;
}
