import { db } from "../lib/db";
import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { deleteOldAnswers } from "./store";

const BATCH_ROWS = 500;

export const httpJobs: Job[] = [
  periodicJob("http.delete_old_answers", async () => {
    while ((await deleteOldAnswers(db(), BATCH_ROWS)) === BATCH_ROWS);
  }),
];
