import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { attemptsDue, pollAttempt } from "./attempts/poll-attempt";
import { forgetOldNotifications } from "./bank-calls/accept-notification";
import { forgetUnused } from "./remembered-accounts/forget-account";
import { eraseEnded } from "./requests/erase-ended";
import { expireRequest, requestsToEnd } from "./requests/expire-request";

/** Status fetches mostly wait. PER_BANK (`poll-attempt.ts`) limits them, so that several banks can be down at once. */
const POLLS = 48;

export const paymentJobs: Job[] = [
  {
    name: "payments.poll",
    concurrency: POLLS,
    claim: async (limit) => (await attemptsDue(limit)).map((lease) => () => pollAttempt(lease)),
  },
  {
    name: "payments.expire",
    concurrency: 4,
    claim: async (limit) => (await requestsToEnd(limit)).map((id) => () => expireRequest(id)),
  },
  periodicJob("payments.erase", eraseEnded),
  periodicJob("payments.forget", async () => {
    await forgetUnused();
    await forgetOldNotifications();
  }),
];
