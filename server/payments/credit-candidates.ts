import type { Tx } from "../lib/db";
import { type CreditCandidate, findByAmount, findByEndToEndId, type Window } from "./credit-candidate-store";

export type { CreditCandidate };

/** The attempt that carries this end-to-end id; null where it is none of ours. */
export function attemptOfEndToEndId(tx: Tx, endToEndId: string): Promise<CreditCandidate | null> {
  return findByEndToEndId(tx, endToEndId);
}

/** What could have been paid by a credit that names no end-to-end id: the same account, amount and currency, in a window. */
export function attemptsOfAmount(tx: Tx, window: Window): Promise<CreditCandidate[]> {
  return findByAmount(tx, window);
}
