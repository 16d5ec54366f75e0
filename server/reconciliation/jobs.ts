import { type Job, periodicJob } from "../lib/job";
import { claimDueStatementFetches, fetchStatement, planDueStatementFetches } from "./fetch-statement";
import { makeReport } from "./make-report";
import { mailMonthlyReports } from "./monthly-reports/mail-monthly-reports";

const PLAN_EVERY_MS = 10_000;
const REPORT_EVERY_MS = 10 * 60_000;

export const reconciliationJobs: Job[] = [
  periodicJob("reconciliation.plan", planDueStatementFetches, PLAN_EVERY_MS),
  periodicJob("reconciliation.report", makeReport, REPORT_EVERY_MS),
  periodicJob("reconciliation.mail_monthly_reports", mailMonthlyReports, REPORT_EVERY_MS),
  {
    name: "reconciliation.fetch_statements",
    concurrency: 2,
    claim: async (limit) => (await claimDueStatementFetches(limit)).map((lease) => () => fetchStatement(lease)),
  },
];
