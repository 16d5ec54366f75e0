import { type Job, periodicJob } from "../lib/job";
import { claimDueStatementFetches, fetchStatement, planDueStatementFetches } from "./fetch-statement";
import { makeReport } from "./make-report";
import { mailMonthlyReports } from "./monthly-reports/mail-monthly-reports";

const PLAN_EVERY_MS = 10_000;
const REPORT_EVERY_MS = 10 * 60_000;

/** A fetch may take 80 s. Half of a bank's lanes are left to payments, and a slow bank does not delay the others. */
const PER_BANK = 2;

export const reconciliationJobs: Job[] = [
  periodicJob("reconciliation.plan", planDueStatementFetches, PLAN_EVERY_MS),
  periodicJob("reconciliation.report", makeReport, REPORT_EVERY_MS),
  periodicJob("reconciliation.mail_monthly_reports", mailMonthlyReports, REPORT_EVERY_MS),
  {
    name: "reconciliation.fetch_statements",
    concurrency: 8,
    patience: { afterMs: 2_000, inFlight: 24 },
    claim: async (limit) =>
      (await claimDueStatementFetches(limit, PER_BANK)).map((lease) => () => fetchStatement(lease)),
  },
];
