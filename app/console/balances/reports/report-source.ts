import type { Search } from "@/components/ui/filter/filter-address";
import { CSV_BATCH_ROWS } from "@/server/http/csv";
import type { ListSource } from "@/server/http/list-stream";
import { now } from "@/server/lib/clock";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import { isUuid } from "@/server/lib/ids";
import { MONTH_PATTERN, monthOf } from "@/server/reconciliation/monthly-reports/months";
import { type AccountReport, readMonthlyReports } from "@/server/reconciliation/monthly-reports/read-monthly-reports";
import { type ReportCursor, type ReportRow, readReportRows } from "@/server/reconciliation/monthly-reports/report-rows";

type On = { merchantId: string; test: boolean; search: Search };

/** The month and account of an address: without a month the present one, without an account all. */
function reportOf(search: Search): { month: string; accountId?: string } {
  const [month, accountId] = [search["month"] ?? monthOf(now()), search["account"]].map((given) => [given].flat()[0]);
  if (month === undefined || !MONTH_PATTERN.test(month) || (accountId !== undefined && !isUuid(accountId)))
    throw new AppError("NOT_FOUND", { message: "Report not found." });
  return { month, ...(accountId === undefined ? {} : { accountId }) };
}

/**
 * The rows of a month's reports, for a file. `check` refuses reports that the format can't contain.
 * @throws AppError NOT_FOUND
 */
export function reportSource(
  ctx: Ctx,
  { merchantId, test, search }: On,
  check: (reports: readonly AccountReport[]) => void = () => {},
): ListSource<ReportRow, ReportCursor> {
  const wanted = reportOf(search);
  let reports: AccountReport[] | undefined;
  return {
    name: [test ? "test-report" : "report", wanted.month, wanted.accountId?.slice(-6) ?? "all"].join("-"),
    read: async (after) => {
      if (reports === undefined) {
        reports = await readMonthlyReports(ctx, { merchantId, test, ...wanted });
        check(reports);
      }
      return readReportRows(ctx, reports, after, CSV_BATCH_ROWS);
    },
  };
}
