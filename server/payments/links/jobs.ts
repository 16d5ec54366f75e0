import { db } from "../../lib/db";
import type { Job } from "../../lib/job";
import { periodicJob } from "../../lib/periodic-job";
import { expireLink, linksToExpire } from "./mark-link";
import { foldCounts } from "./queries/list-store";

const FOLD_PAUSE_MS = 10_000;

export const paymentLinkJobs: Job[] = [
  {
    name: "payment_links.expire",
    concurrency: 4,
    claim: async (limit) => (await linksToExpire(limit)).map((id) => () => expireLink(id)),
  },
  periodicJob("payment_links.fold_counts", foldLinkCounts, FOLD_PAUSE_MS),
];

/** Keeps the table of counts short: adds the rows that triggers appended into one row per merchant, mode and status. */
export function foldLinkCounts(): Promise<void> {
  return foldCounts(db());
}
