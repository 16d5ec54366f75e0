import { db, type Tx } from "../lib/db";
import { log } from "../lib/log";
import { markLinkUsed } from "../payment-links/mark-used";
import { type Finality, isPaid, mayMove, stateOf } from "./attempt-states";
import {
  type AttemptRow,
  findAttempt,
  lockAttempt,
  moveAttempt,
  scheduleAttempt,
  type TransitionSource,
} from "./attempt-store";
import { endRequest } from "./end-request";
import { findIdleRequestsOfLink } from "./link-request-store";
import { lockRequestAndLink } from "./lock-request";
import { nextPollInS, PAYMENT_TOKEN_TTL_S } from "./rules";
import { clearLiveAttempt, extendRequest, lockRequest, type RequestRow } from "./store";

/** What the bank answered: raw ISO 20022 codes, as a connector passes them through. */
export type BankReport = { isoStatus: string; scaStatus?: string | undefined; reason?: string | undefined };

export type SettleOptions = { source: TransitionSource; finality: Finality };

/**
 * The only way by which a bank's answer changes a payment. The return page, the poll, a cancellation and recovery all
 * come here, in any order and at once: states only move forward, so the second arrival changes nothing.
 */
export async function settlePayment(attemptId: string, report: BankReport, options: SettleOptions): Promise<void> {
  await db().$transaction(async (tx) => {
    const seen = await findAttempt(tx, attemptId);
    if (!seen) throw new Error(`Payment attempt ${attemptId} is gone.`);
    const request = await lockRequestAndLink(tx, seen.paymentRequestId);
    const attempt = await lockAttempt(tx, attemptId);
    if (attempt.finalAt) return;
    const next = stateOf(report.isoStatus, report.scaStatus);
    if (next === null) {
      log().warn(
        { attempt_id: attemptId, iso_status: report.isoStatus },
        "bank answered with an unknown status; kept as it was",
      );
    }
    if (next === null || !mayMove(attempt.state, next)) return planNextPoll(tx, attempt);
    const paid = isPaid(next, report.isoStatus, options.finality);
    const final = paid || next === "FAILED" || next === "CANCELLED";
    const { isoStatus: rawStatus, reason = null } = report;
    await moveAttempt(tx, attempt, { to: next, rawStatus, reason, source: options.source, final });
    if (paid) return complete(tx, request);
    if (!final) return planNextPoll(tx, { ...attempt, polls: -1 });
    if (attempt.changeRequestedAt && !request.cancelRequestedAt) return makeRoom(tx, request);
    await endUnpaid(tx, request, next === "CANCELLED" || request.cancelRequestedAt !== null, reason ?? rawStatus);
  });
}

async function complete(tx: Tx, request: RequestRow): Promise<void> {
  const linkId = request.paymentLinkId;
  // Held by the link's lock from happening; if it ever does, it is money, and a person has to see it.
  const isSecond = linkId !== null && !(await markLinkUsed(tx, { id: linkId, paymentRequestId: request.id }));
  if (isSecond) log().error({ payment_request_id: request.id, payment_link_id: linkId }, "a link was paid twice");
  const reason = isSecond ? "link_paid_twice" : null;
  await endRequest(tx, request.id, { status: "completed", reason, late: request.status !== "pending" });
  if (linkId === null) return;
  for (const id of await findIdleRequestsOfLink(tx, linkId, request.id)) {
    const other = await lockRequest(tx, id);
    if (other.status === "pending" && !other.liveAttemptId) {
      await endRequest(tx, id, { status: "cancelled", reason: "link_paid" });
    }
  }
}

/** Another bank may be chosen now: on a link as long as at the first press, else until the token's end. */
async function makeRoom(tx: Tx, request: RequestRow): Promise<void> {
  await clearLiveAttempt(tx, request.id);
  if (request.paymentLinkId) await extendRequest(tx, request.id, PAYMENT_TOKEN_TTL_S);
}

/** The bank says that nothing moved and nothing will: final for the request, unless it has ended before. */
async function endUnpaid(tx: Tx, request: RequestRow, cancelled: boolean, reason: string): Promise<void> {
  if (request.status !== "pending") return clearLiveAttempt(tx, request.id);
  await endRequest(tx, request.id, { status: cancelled ? "cancelled" : "failed", reason });
}

function planNextPoll(tx: Tx, attempt: AttemptRow): Promise<void> {
  const polls = attempt.polls + 1;
  const dueInS = nextPollInS({ polls, ageS: attempt.ageS, returned: attempt.returnedAt !== null }, Math.random());
  return scheduleAttempt(tx, attempt.id, { dueInS, polls });
}
