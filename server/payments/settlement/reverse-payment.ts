import type { Tx } from "../../lib/db";
import type { TransitionSource } from "../attempts/attempt-write-store";
import { settleIn } from "./settle-payment";

/**
 * Records that money of a completed payment was returned: added to earlier returns, up to the amount; the request stays
 * completed, and its merchant is notified. Idempotence is the caller's, by the statement entry that it has just stored in
 * `tx`. Returns the minor units that counted: 0 for an attempt that did not complete its request. Call it before any
 * other lock of the request or its link is taken.
 */
export async function reversePayment(
  tx: Tx,
  attemptId: string,
  returned: { returnedMinor: bigint; reason: string | null; source: TransitionSource },
): Promise<bigint> {
  const { returnedMinor, reason, source } = returned;
  const { request } = await settleIn(tx, attemptId, { kind: "returned", returnedMinor, reason }, { source });
  return request?.kind === "reverse" ? request.returnedMinor : 0n;
}
