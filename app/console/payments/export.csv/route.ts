import { FLOW_WORDS, readPaymentsSearch } from "@/components/console/payments-filter";
import { paymentStatus, toldStatus } from "@/components/console/status-words";
import { CSV_BATCH_ROWS, type CsvSource } from "@/server/http/csv";
import { toDecimalString } from "@/server/lib/money";
import { listPaymentsAfter, type ToldPayment, withTold } from "@/server/payments/list-payments";
import { exportList } from "../../export-list";

export const dynamic = "force-dynamic";

const decimal = (minor: number, currency: string) => toDecimalString({ amountMinor: BigInt(minor), currency });

const COLUMNS: CsvSource<ToldPayment, string>["columns"] = [
  { header: "Created (UTC)", cell: ({ createdAt }) => createdAt },
  { header: "Amount", cell: ({ amount, currency }) => decimal(amount, currency) },
  { header: "Currency", cell: ({ currency }) => currency },
  { header: "Status", cell: (row) => paymentStatus({ ...row, initiated: row.initiatedAt !== null }).word },
  { header: "Reason", cell: ({ statusReason }) => statusReason },
  { header: "Returned", cell: ({ reversedAmount, currency }) => reversedAmount && decimal(reversedAmount, currency) },
  { header: "Reference", cell: ({ paymentReference }) => paymentReference },
  { header: "Order", cell: ({ orderId }) => orderId },
  { header: "Shopper", cell: ({ customerName }) => customerName },
  { header: "Bank", cell: ({ bankName }) => bankName },
  { header: "Through", cell: ({ flow }) => FLOW_WORDS[flow] },
  { header: "Webhooks", cell: ({ told }) => toldStatus(told)?.word ?? null },
  { header: "Test", cell: ({ test }) => test },
  { header: "Payment id", cell: ({ id }) => id },
];

/** The list of payments as a file: exactly what the page's address lets through, all of its pages. */
export function GET(request: Request): Promise<Response> {
  return exportList<ToldPayment, string>(request, {
    path: "payments.list",
    action: "payments.exported",
    source: (ctx, { merchantId, test, search }) => {
      const { filter } = readPaymentsSearch(search);
      const input = { merchantId, test, ...filter, limit: CSV_BATCH_ROWS };
      return {
        name: test ? "test-payments" : "payments",
        columns: COLUMNS,
        read: async (after) => {
          const { rows, next } = await listPaymentsAfter(ctx, input, after);
          return { rows: await withTold(ctx, merchantId, rows), next };
        },
      };
    },
  });
}
