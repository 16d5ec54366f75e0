import { db } from "../../lib/db";
import type { Job } from "../../lib/job";
import { claimExams } from "./exam-store";
import { runExam } from "./run-exam";

/** A call takes 15 s at most; a killed worker's exam goes on after this. */
const LEASE_S = 25;
const CONCURRENCY = 5;

export const examJobs: Job[] = [
  {
    name: "webhooks.exam",
    concurrency: CONCURRENCY,
    claim: async (limit) => {
      const leases = await claimExams(db(), limit, LEASE_S);
      return leases.map((lease) => () => runExam(lease));
    },
  },
];
