import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { forgetOldNotifications } from "./accept-notification";
import { expireRequest, requestsToEnd } from "./expire-request";
import { forgetUnused } from "./forget-account";
import { attemptsDue, pollAttempt } from "./poll-attempt";

export const paymentJobs: Job[] = [
  {
    name: "payments.poll",
    concurrency: 8,
    claim: async (limit) => (await attemptsDue(limit)).map((lease) => () => pollAttempt(lease)),
  },
  {
    name: "payments.expire",
    concurrency: 4,
    claim: async (limit) => (await requestsToEnd(limit)).map((id) => () => expireRequest(id)),
  },
  periodicJob("payments.forget", async () => {
    await forgetUnused();
    await forgetOldNotifications();
  }),
];
