import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { makeReport } from "./make-report";
import { planDueReadings, readingsDue, readStatement } from "./read-statement";

const PLAN_EVERY_MS = 10_000;
const REPORT_EVERY_MS = 10 * 60_000;

export const reconciliationJobs: Job[] = [
  periodicJob("reconciliation.plan", planDueReadings, PLAN_EVERY_MS),
  periodicJob("reconciliation.report", makeReport, REPORT_EVERY_MS),
  {
    name: "reconciliation.read",
    concurrency: 2,
    claim: async (limit) => (await readingsDue(limit)).map((lease) => () => readStatement(lease)),
  },
];
