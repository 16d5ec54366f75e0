import type { Tx } from "../../lib/db";
import type { TransitionSource } from "../attempts/attempt-write-store";
import { settleIn } from "./settle-payment";

/**
 * `settled`: the credit settled the attempt, also one that was FAILED or CANCELLED · `known`: it was settled before ·
 * `amount_differs`: an exception is recorded, nothing else has changed.
 */
export type CreditOutcome = "settled" | "known" | "amount_differs";

/**
 * Settles an attempt by a credit on the receiving account with its reference, whatever the bank's status. Another amount
 * or currency is never applied. `source` and idempotence as in `reverse-payment.ts`.
 */
export async function settleByCredit(
  tx: Tx,
  attemptId: string,
  credit: { amountMinor: bigint; currency: string; source: TransitionSource; bookedAt?: Date },
): Promise<CreditOutcome> {
  const { amountMinor, currency, source, bookedAt = null } = credit;
  const input = { kind: "credited", amountMinor, currency } as const;
  const decision = await settleIn(tx, attemptId, input, { source, bankTimestamp: bookedAt });
  if (decision.exceptions.some(({ kind }) => kind === "amount_differs")) return "amount_differs";
  return decision.attempt ? "settled" : "known";
}
