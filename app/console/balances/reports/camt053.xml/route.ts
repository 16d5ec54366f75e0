import type { ListFormat } from "@/server/http/list-stream";
import { now } from "@/server/lib/clock";
import { AppError } from "@/server/lib/errors";
import { newId } from "@/server/lib/ids";
import { camtText } from "@/server/reconciliation/monthly-reports/camt053";
import { camtProblem } from "@/server/reconciliation/monthly-reports/months";
import type { AccountReport } from "@/server/reconciliation/monthly-reports/read-monthly-reports";
import type { ReportCursor, ReportRow } from "@/server/reconciliation/monthly-reports/report-rows";
import { exportFile } from "../../../export-list";
import { reportSource } from "../report-source";

/** One account, and a month whose balances are known. */
function checkStatement(reports: readonly AccountReport[]): void {
  const [one, ...others] = reports;
  if (!one || others.length > 0)
    throw new AppError("NOT_FOUND", {
      message: "A camt.053 file is the statement of one account. Add the parameter account.",
    });
  const problem = camtProblem(one.report);
  if (problem !== null) throw new AppError("NOT_FOUND", { message: problem });
}

/** GET of an account's month as an ISO 20022 statement, camt.053.001.08. */
export function GET(request: Request): Promise<Response> {
  const head = { messageId: newId(), createdAt: now() };
  const format: ListFormat<ReportRow> = {
    ending: "xml",
    contentType: "application/xml; charset=utf-8",
    textOf: (rows) => rows.map((row) => camtText(row, head)).join(""),
  };
  const path = "reports.list";
  const source = (...[ctx, on]: Parameters<typeof reportSource>) => reportSource(ctx, on, checkStatement);
  return exportFile<ReportRow, ReportCursor>(request, { path, action: "reports.exported", source }, format);
}
