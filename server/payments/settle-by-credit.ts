import type { Tx } from "../lib/db";
import type { TransitionSource } from "./attempt-write-store";
import { settleIn } from "./settle-payment";

/**
 * `settled`: the attempt is settled by it, whatever its bank had said before, FAILED and CANCELLED included · `known`: it
 * was settled before · `amount_differs`: a person decides, nothing else has changed.
 */
export type CreditOutcome = "settled" | "known" | "amount_differs";

/**
 * A credit on the receiving account carries the attempt's reference: the strongest word there is. Another amount or
 * currency is never applied. `source` and idempotence as in `reverse-payment.ts`.
 */
export async function settleByCredit(
  tx: Tx,
  attemptId: string,
  credit: { amountMinor: bigint; currency: string; source: TransitionSource; bookedAt?: Date },
): Promise<CreditOutcome> {
  const { amountMinor, currency, source, bookedAt = null } = credit;
  const input = { kind: "credited", amountMinor, currency } as const;
  const decision = await settleIn(tx, attemptId, input, { source, bankTimestamp: bookedAt });
  if (decision.anomalies.some(({ kind }) => kind === "amount_differs")) return "amount_differs";
  return decision.attempt ? "settled" : "known";
}
