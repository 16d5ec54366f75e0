import { db } from "../../lib/db";
import { claimOfRows, type Job, periodicJob } from "../../lib/job";
import { expireLink, linksToExpire } from "./mark-link";
import { foldCounts } from "./queries/list-store";

/** Triggers append rows to the table of counts. */
const FOLD_PAUSE_MS = 10_000;

export const paymentLinkJobs: Job[] = [
  {
    name: "payment_links.expire",
    concurrency: 4,
    claim: claimOfRows(linksToExpire, expireLink),
  },
  periodicJob("payment_links.fold_counts", () => foldCounts(db()), FOLD_PAUSE_MS),
];
