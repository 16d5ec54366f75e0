import type { Lease } from "../../jobs/leased-rows";
import { db } from "../../lib/db";
import { type AttemptRow, claimAttempts, findAttempt } from "../attempts/attempt-store";
import { releaseAttempt } from "../attempts/attempt-write-store";
import { type RequestRow, readRequest } from "../requests/store";
import { callBank } from "./call-bank";
import { nextStepOf } from "./call-rules";
import { carryOutStops } from "./cancel-payment";
import { endByTime } from "./end-by-time";
import { fetchBankStatus, postpone } from "./fetch-bank-status";
import { recoverSubmission, submitPayment } from "./submit-payment";

/**
 * Longer than an initiation with one retry, and a cancellation that waited for it. A run that fetches a status, refreshes the
 * grant and cancels may take longer, and another worker may then fetch the status too, which changes nothing at the bank. The
 * refresh, which must not be made twice, prolongs the lease.
 */
const LEASE_S = 60;
/** Concurrent attempts at one bank, over all workers: a bank that is down occupies no more than these. */
const PER_BANK = 4;

/** Claims attempts that are due for a status fetch, or for recovery after a crash. */
export function attemptsDue(limit: number): Promise<Lease[]> {
  return claimAttempts(db(), { limit, perBank: PER_BANK, leaseS: LEASE_S });
}

/**
 * Advances one attempt: by the clock, else by its bank. An attempt whose process died between a commit and the bank's
 * answer is recovered: by fetching its status, or by repeating the call with the same key and bytes.
 */
export async function pollAttempt(lease: Lease): Promise<void> {
  const attempt = await findAttempt(db(), lease.id);
  if (!attempt || attempt.closedAt) return;
  try {
    const request = await readRequest(db(), attempt.paymentRequestId);
    if (!(await endByTime(attempt, request, "poll"))) await advance(attempt, request, lease);
    await carryOutStops(attempt.id, request, lease);
  } catch (error) {
    // Postponed as if the bank had not answered: the longest due is claimed first, so a failing one must not stay first.
    await postpone(attempt, 0);
    throw error;
  } finally {
    await releaseAttempt(db(), lease);
  }
}

function advance(attempt: AttemptRow, request: RequestRow, lease: Lease): Promise<void> {
  const { test } = request;
  switch (nextStepOf(attempt.state)) {
    case "initiate":
      return callBank(attempt, { test, source: "recovery", request });
    case "submit":
      return submitPayment(attempt, { test, source: "submission" });
    case "recover":
      return recoverSubmission(attempt, { test, source: "recovery" });
    case "fetch_status":
      return fetchBankStatus(attempt, { test, source: attempt.hinted ? "push" : "poll", request, lease });
  }
}
