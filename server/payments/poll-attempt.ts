import type { Lease } from "../jobs/leased-rows";
import { db } from "../lib/db";
import { askBank, postpone } from "./ask-bank";
import { type AttemptRow, claimAttempts, findAttempt, readAttempt } from "./attempt-store";
import { releaseAttempt } from "./attempt-write-store";
import { callBank } from "./call-bank";
import { nextStepOf } from "./call-rules";
import { carryOutCancellation } from "./cancel-payment";
import { endByTime } from "./end-by-time";
import { stopAttempt } from "./stop-attempt";
import { type RequestRow, readRequest } from "./store";
import { recoverSubmission, submitPayment } from "./submit-payment";

/** Longer than the slowest run: an initiation with its one repetition, and a cancellation that waited for it. */
const LEASE_S = 60;
/** Questions to one bank at once, over all workers: a dead bank holds no more than these. */
const PER_BANK = 4;

/** Takes attempts whose bank is to be asked, or to be called again after a crash. */
export function attemptsDue(limit: number): Promise<Lease[]> {
  return claimAttempts(db(), { limit, perBank: PER_BANK, leaseS: LEASE_S });
}

/**
 * Takes one attempt a step further: what the clock decides, else what its bank says. One that lost its process between a
 * commit and the bank's answer is recovered: by asking, and with the same key and the same bytes.
 */
export async function pollAttempt(lease: Lease): Promise<void> {
  const attempt = await findAttempt(db(), lease.id);
  if (!attempt || attempt.closedAt) return;
  try {
    const request = await readRequest(db(), attempt.paymentRequestId);
    if (!(await endByTime(attempt, request, "poll"))) await ask(attempt, request);
    await carryOutStops(attempt.id, request);
  } catch (error) {
    // Put back like one whose bank did not answer: the longest due comes first, and it must not come first for ever.
    await postpone(attempt, 0);
    throw error;
  } finally {
    await releaseAttempt(db(), lease);
  }
}

function ask(attempt: AttemptRow, { test }: RequestRow): Promise<void> {
  switch (nextStepOf(attempt.state)) {
    case "initiate":
      return callBank(attempt, { test, source: "recovery" });
    case "submit":
      return submitPayment(attempt, { test, source: "submission" });
    case "recover":
      return recoverSubmission(attempt, { test, source: "recovery" });
    case "ask":
      return askBank(attempt, { test, source: attempt.hinted ? "push" : "poll" });
  }
}

/** A cancellation, or the wish to stop what another attempt has paid already, is carried to the bank until it is certain. */
async function carryOutStops(attemptId: string, request: RequestRow): Promise<void> {
  const attempt = await readAttempt(db(), attemptId);
  if (attempt.stopRequestedAt && !attempt.finalAt) await stopAttempt(attempt, { test: request.test, forChange: false });
  await carryOutCancellation(request.id);
}
