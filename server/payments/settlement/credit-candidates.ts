import type { Tx } from "../../lib/db";
import {
  byAmountSql,
  type CreditCandidate,
  findByAmount,
  findByEndToEndId,
  findByRequest,
  type Window,
} from "./credit-candidate-store";

export { byAmountSql, type CreditCandidate };

/** The attempt with this end-to-end id; null if it is not ours. */
export function attemptOfEndToEndId(tx: Tx, endToEndId: string): Promise<CreditCandidate | null> {
  return findByEndToEndId(tx, endToEndId);
}

/** The attempts to pay one request. */
export function attemptsOfRequest(tx: Tx, requestId: string): Promise<CreditCandidate[]> {
  return findByRequest(tx, requestId);
}

/** Candidates for a credit without an end-to-end id: the same account, amount and currency, in a window. */
export function attemptsOfAmount(tx: Tx, window: Window): Promise<CreditCandidate[]> {
  return findByAmount(tx, window);
}

// Latin letters and digits as begin-attempt.ts writes them: three letters, and a uuid in base 32.
const END_TO_END_ID = /BKS[0-9A-V]{26}/;

/** Our end-to-end id in a text that a bank may have lower-cased, wrapped or labelled; null without one. */
export function endToEndIdIn(text: string | null): string | null {
  return END_TO_END_ID.exec((text ?? "").replace(/[^A-Za-z0-9]/g, "").toUpperCase())?.[0] ?? null;
}
