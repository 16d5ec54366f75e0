import { db } from "../lib/db";
import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { deleteOldCalls } from "./call-store";
import { deleteOldAnswers } from "./store";

/** A batch is a transaction of its own: what is erased by the million never holds anything for long. */
const BATCH_ROWS = 500;

export const httpJobs: Job[] = [
  periodicJob("http.delete_old_answers", async () => {
    while ((await deleteOldAnswers(db(), BATCH_ROWS)) === BATCH_ROWS);
  }),
  periodicJob("http.delete_old_calls", async () => {
    while ((await deleteOldCalls(db(), BATCH_ROWS)) === BATCH_ROWS);
  }),
];
