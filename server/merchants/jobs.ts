import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { deleteOldUsage } from "./usage-store";

const KEPT_HOURS = 24;
const BATCH_ROWS = 500;

export const merchantJobs: Job[] = [
  periodicJob("merchants.delete_old_usage", async () => {
    while ((await deleteOldUsage(db(), KEPT_HOURS, BATCH_ROWS)) === BATCH_ROWS);
  }),
];
