import type { Outcome } from "../../connectors/port";
import { sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { type BankCall, type CallEnd, insertCall } from "../attempts/bank-call-store";

/**
 * Added to a call's own timeout: a process that wrote no end by then has died. A return may first wait 8 s for a lane to the
 * bank and 5 s for the keys of its signature.
 */
const GRACE_S = 15;
/** An initiation may have two steps: the order and its authorisation. */
export const INITIATION_STEPS = 2;

/**
 * Commits a call before it is made, so that a crash cannot lose it. Returns how often this key has been sent, this time
 * included.
 */
export function recordCall(call: BankCall, sent: { request: string; timeoutMs: number }): Promise<number> {
  return insertCall(db(), { ...call, ...noteOf(sent) });
}

/** What is recorded about a call besides its key. */
export function noteOf(sent: { request: string; timeoutMs: number }) {
  return { requestHash: sha256(sent.request), deadlineS: deadlineS(sent.timeoutMs) };
}

/** Seconds after which the outcome of a call without an end is unknown. */
export function deadlineS(timeoutMs: number): number {
  return timeoutMs / 1000 + GRACE_S;
}

/** How a call ended, as it is stored. */
export function endOf(outcome: Outcome<unknown>): CallEnd {
  return outcome.ok ? { outcome: "ok" } : { outcome: outcome.kind, ...(outcome.code ? { code: outcome.code } : {}) };
}
