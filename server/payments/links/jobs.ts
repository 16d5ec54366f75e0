import type { Job } from "../../lib/job";
import { periodicJob } from "../../lib/periodic-job";
import { expireLink, linksToExpire } from "./expire-links";
import { foldLinkCounts } from "./fold-link-counts";

const FOLD_PAUSE_MS = 10_000;

export const paymentLinkJobs: Job[] = [
  {
    name: "payment_links.expire",
    concurrency: 4,
    claim: async (limit) => (await linksToExpire(limit)).map((id) => () => expireLink(id)),
  },
  periodicJob("payment_links.fold_counts", foldLinkCounts, FOLD_PAUSE_MS),
];
