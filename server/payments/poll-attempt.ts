import type { Lease } from "../jobs/leased-rows";
import { db } from "../lib/db";
import { askBank } from "./ask-bank";
import { type AttemptRow, claimAttempts, findAttempt, releaseAttempt, scheduleAttempt } from "./attempt-store";
import { callBank } from "./call-bank";
import { carryOutCancellation } from "./cancel-payment";
import { nextPollInS } from "./rules";
import { readRequest } from "./store";

/** Longer than the slowest run: an initiation with its one repetition, and a cancellation that waited for it. */
const LEASE_S = 60;

/** Takes attempts whose bank is to be asked, or to be called again after a crash. */
export function attemptsDue(limit: number): Promise<Lease[]> {
  return claimAttempts(db(), limit, LEASE_S);
}

/**
 * Asks one attempt's bank how it stands. One that is still INITIATING lost its process between the commit and the
 * answer: it is sent again, with the same key and the same bytes.
 */
export async function pollAttempt(lease: Lease): Promise<void> {
  const attempt = await findAttempt(db(), lease.id);
  if (!attempt || attempt.finalAt) return;
  try {
    await ask(attempt);
  } catch (error) {
    // Put back like one whose bank did not answer: the longest due comes first, and it must not come first for ever.
    const polls = attempt.polls + 1;
    const dueInS = nextPollInS({ polls, ageS: attempt.ageS, returned: attempt.returnedAt !== null }, Math.random());
    await scheduleAttempt(db(), attempt.id, { dueInS, polls });
    throw error;
  } finally {
    await releaseAttempt(db(), lease);
  }
}

async function ask(attempt: AttemptRow): Promise<void> {
  const request = await readRequest(db(), attempt.paymentRequestId);
  if (attempt.state === "INITIATING") await callBank(attempt, { test: request.test, source: "recovery" });
  else await askBank(attempt, { test: request.test, source: "poll" });
  await carryOutCancellation(request.id);
}
