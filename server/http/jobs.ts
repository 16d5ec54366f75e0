import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { deleteOldCalls } from "./call-log/call-store";
import { deleteOldAnswers } from "./idempotency/store";

/** Each batch is a separate transaction, so that the deletion of millions of rows holds locks only briefly. */
const BATCH_ROWS = 500;

export const httpJobs: Job[] = [
  periodicJob("http.delete_old_answers", async () => {
    while ((await deleteOldAnswers(db(), BATCH_ROWS)) === BATCH_ROWS);
  }),
  periodicJob("http.delete_old_calls", async () => {
    while ((await deleteOldCalls(db(), BATCH_ROWS)) === BATCH_ROWS);
  }),
];
