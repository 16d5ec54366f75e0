import { db } from "../lib/db";
import { claimOfRows, type Job, periodicJob } from "../lib/job";
import { eraseAttempts } from "./attempts/attempt-store";
import { forgetOldNotifications } from "./bank-calls/accept-notification";
import { attemptsDue, pollAttempt } from "./bank-calls/poll-attempt";
import { eraseEndedPayments } from "./customers/erase-customer";
import { forgetUnused } from "./remembered-accounts/forget-account";
import { expireRequest, requestsToEnd } from "./requests/end-request";
import { ERASE_AFTER_D } from "./requests/rules";

const BATCH = 500;

/**
 * Erases the personal data of attempts that ended long ago: the payer, the address, and the bytes that name the account.
 * A remembered account is a row of its own and is kept.
 */
export async function eraseEnded(): Promise<void> {
  while ((await eraseAttempts(db(), { olderThanD: ERASE_AFTER_D, limit: BATCH })) === BATCH);
}

/** Status fetches mostly wait. PER_BANK (`poll-attempt.ts`) limits them, so that several banks can be down at once. */
const POLLS = 48;

export const paymentJobs: Job[] = [
  {
    name: "payments.poll",
    table: "payment_attempts",
    concurrency: POLLS,
    claim: async (limit) => (await attemptsDue(limit)).map((lease) => () => pollAttempt(lease)),
  },
  {
    name: "payments.expire",
    concurrency: 4,
    claim: claimOfRows(requestsToEnd, expireRequest),
  },
  periodicJob("payments.erase", async () => {
    await eraseEnded();
    await eraseEndedPayments();
  }),
  periodicJob("payments.forget", async () => {
    await forgetUnused();
    await forgetOldNotifications();
  }),
];
