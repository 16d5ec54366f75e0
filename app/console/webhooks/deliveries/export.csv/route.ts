import { readSearch } from "@/components/console/log-filter";
import { CSV_BATCH_ROWS, type CsvColumn } from "@/server/http/csv";
import { toDecimalString } from "@/server/lib/money";
import { type LoggedDelivery, listDeliveriesAfter } from "@/server/webhooks/search-deliveries";
import { exportList } from "../../../export-list";

const COLUMNS: CsvColumn<LoggedDelivery>[] = [
  { header: "Recorded (UTC)", cell: ({ createdAt }) => createdAt },
  { header: "Event", cell: ({ event }) => event.type },
  { header: "Event id", cell: ({ event }) => event.id },
  { header: "Endpoint", cell: ({ endpoint }) => endpoint ?? "default URL" },
  { header: "Status", cell: ({ status }) => status },
  { header: "Reason", cell: ({ reason }) => reason },
  { header: "Tries", cell: ({ tries }) => tries },
  { header: "Last try (UTC)", cell: ({ lastTry }) => lastTry?.at ?? null },
  { header: "Answer", cell: ({ lastTry }) => lastTry?.status ?? null },
  { header: "Error", cell: ({ lastTry }) => lastTry?.error ?? null },
  { header: "Took (ms)", cell: ({ lastTry }) => lastTry?.durationMs ?? null },
  { header: "Next try (UTC)", cell: ({ status, dueAt }) => (status === "waiting" ? dueAt : null) },
  { header: "Done (UTC)", cell: ({ doneAt }) => doneAt },
  { header: "About", cell: ({ about }) => about.id },
  { header: "Amount", cell: ({ about }) => amountOf(about) },
  { header: "Currency", cell: ({ about }) => about.currency },
  { header: "Resend of", cell: ({ resendOf }) => resendOf },
  { header: "Test", cell: ({ event }) => event.test },
  { header: "Delivery id", cell: ({ id }) => id },
];

function amountOf({ amount, currency }: LoggedDelivery["about"]): string | null {
  return amount === null || currency === null ? null : toDecimalString({ amountMinor: BigInt(amount), currency });
}

/** The delivery log as a file: exactly what the page's address lets through, all of its pages. */
export function GET(request: Request): Promise<Response> {
  return exportList<LoggedDelivery, string>(request, {
    path: "webhooks.log.search",
    action: "deliveries.exported",
    source: (ctx, { merchantId, search }) => {
      const input = { merchantId, ...readSearch(search).filter, limit: CSV_BATCH_ROWS };
      return { name: "deliveries", columns: COLUMNS, read: (after) => listDeliveriesAfter(ctx, input, after) };
    },
  });
}
