import type { Outcome } from "../connectors/port";
import { sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { type BankCall, type CallEnd, insertCall } from "./bank-call-store";

/** Added to a call's own time limit: who wrote no end by then has died. */
const GRACE_S = 10;

/**
 * Commits that a call is about to be made, before it is: nothing may leave that nobody knows of. Answers how often this
 * key has been sent, this time included.
 */
export function noteCall(call: BankCall, sent: { request: string; timeoutMs: number }): Promise<number> {
  return insertCall(db(), { ...call, requestHash: sha256(sent.request), deadlineS: deadlineS(sent.timeoutMs) });
}

/** Seconds after which a call without an end is one whose outcome nobody knows. */
export function deadlineS(timeoutMs: number): number {
  return timeoutMs / 1000 + GRACE_S;
}

/** How a call ended, in the words in which it is kept. */
export function endOf(outcome: Outcome<unknown>): CallEnd {
  return outcome.ok ? { outcome: "ok" } : { outcome: outcome.kind, ...(outcome.code ? { code: outcome.code } : {}) };
}
