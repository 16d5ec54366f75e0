import type { CsvColumn } from "@/server/http/csv";
import { maskIban } from "@/server/lib/money/iban";
import { toDecimalString } from "@/server/lib/money/money";
import { closingNameOf, decimalOf } from "@/server/reconciliation/monthly-reports/months";
import { type ReportCursor, type ReportRow, signedOf } from "@/server/reconciliation/monthly-reports/report-rows";
import { exportList } from "../../../export-list";
import { reportSource } from "../report-source";

const NOT_KNOWN = "not known";

function typeOf(row: ReportRow): string {
  if (row.kind !== "transaction") return row.kind === "opening" ? "Opening balance" : closingNameOf(row.report);
  const { isMatched, direction } = row.entry;
  if (!isMatched) return "Other";
  return direction === "credit" ? "Payment" : "Returned";
}

function balanceOf({ kind, report, account }: ReportRow): string | null {
  if (kind === "transaction") return null;
  return decimalOf(kind === "opening" ? report.openingMinor : report.closingMinor, account.currency) ?? NOT_KNOWN;
}

/** Of the balance so far: the time of the last statement. */
function bookedOf(row: ReportRow): Date | null {
  if (row.kind === "transaction") return row.entry.bookedAt;
  return row.kind === "closing" && !row.report.isOver ? row.account.readAt : null;
}

const entryOf = (row: ReportRow) => (row.kind === "transaction" ? row.entry : null);

const COLUMNS: CsvColumn<ReportRow>[] = [
  { header: "Month (UTC)", cell: ({ report }) => report.month },
  { header: "Type", cell: typeOf },
  { header: "Booked (UTC)", cell: bookedOf },
  {
    header: "Amount",
    // Debits are negative.
    cell: (row) =>
      row.kind === "transaction"
        ? toDecimalString({ amountMinor: signedOf(row.entry), currency: row.account.currency })
        : null,
  },
  { header: "Balance", cell: balanceOf },
  { header: "Currency", cell: ({ account }) => account.currency },
  { header: "Payment reference", cell: (row) => entryOf(row)?.paymentReference ?? null },
  { header: "Remittance information", cell: (row) => entryOf(row)?.remittance ?? null },
  { header: "Return reason", cell: (row) => entryOf(row)?.returnReason ?? null },
  { header: "Counterparty", cell: (row) => entryOf(row)?.counterparty ?? null },
  { header: "Bank", cell: ({ account }) => account.bankName },
  { header: "Account", cell: ({ account }) => maskIban(account.iban) },
  { header: "Transaction ID", cell: (row) => entryOf(row)?.id ?? null },
];

/** GET of a month's report as CSV: each account's opening balance, transactions and closing balance. */
export function GET(request: Request): Promise<Response> {
  return exportList<ReportRow, ReportCursor>(request, {
    path: "reports.list",
    action: "reports.exported",
    source: (ctx, on) => ({ ...reportSource(ctx, on), columns: COLUMNS }),
  });
}
