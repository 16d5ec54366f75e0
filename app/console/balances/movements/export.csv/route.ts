import { readMovementsSearch } from "@/components/console/movements-filter";
import { movementStatus, whyNotMatched } from "@/components/console/movements-words";
import { CSV_BATCH_ROWS, type CsvSource } from "@/server/http/csv";
import { toDecimalString } from "@/server/lib/money";
import { listMovementsAfter, type Movement } from "@/server/reconciliation/list-movements";
import { exportList } from "../../../export-list";

export const dynamic = "force-dynamic";

const COLUMNS: CsvSource<Movement, string>["columns"] = [
  { header: "Booked (UTC)", cell: ({ bookedAt }) => bookedAt },
  {
    header: "Amount",
    // What went out is negative: the direction is the sign.
    cell: ({ direction, amountMinor, currency }) =>
      toDecimalString({ amountMinor: direction === "debit" ? -amountMinor : amountMinor, currency }),
  },
  { header: "Currency", cell: ({ currency }) => currency },
  { header: "State", cell: (movement) => movementStatus(movement).word },
  { header: "Why", cell: (movement) => whyNotMatched(movement) ?? movement.note },
  { header: "Payment reference", cell: ({ paymentReference }) => paymentReference },
  { header: "The bank's words", cell: ({ remittance }) => remittance },
  { header: "Return reason", cell: ({ returnReason }) => returnReason },
  { header: "Other side", cell: ({ counterparty }) => counterparty },
  { header: "Bank", cell: ({ bankName }) => bankName },
  { header: "Account", cell: ({ number }) => number },
  { header: "Payment", cell: ({ paymentId }) => paymentId },
  { header: "Movement id", cell: ({ id }) => id },
];

/** The list of movements as a file: exactly what the page's address lets through, all of its pages. */
export function GET(request: Request): Promise<Response> {
  return exportList<Movement, string>(request, {
    path: "movements.list",
    action: "movements.exported",
    source: (ctx, { merchantId, test, search }) => {
      const input = { merchantId, test, ...readMovementsSearch(search).filter, limit: CSV_BATCH_ROWS };
      return {
        name: test ? "test-movements" : "movements",
        columns: COLUMNS,
        read: (after) => listMovementsAfter(ctx, input, after),
      };
    },
  });
}
