import { deliveryLabel } from "@/components/console/deliveries/delivery-labels";
import { readSearch } from "@/components/console/deliveries/log-filter";
import type { CsvColumn } from "@/server/http/csv";
import { toDecimalString } from "@/server/lib/money/money";
import { type LoggedDelivery, readDeliveryPage } from "@/server/webhooks/log/search-deliveries";
import { byPages, exportList } from "../../../export-list";

const COLUMNS: CsvColumn<LoggedDelivery>[] = [
  { header: "Created (UTC)", cell: ({ createdAt }) => createdAt },
  { header: "Event", cell: ({ event }) => event.type },
  { header: "Event ID", cell: ({ event }) => event.id },
  { header: "Endpoint", cell: ({ endpoint }) => endpoint ?? "default URL" },
  { header: "Status", cell: ({ state }) => deliveryLabel(state).word },
  { header: "Reason", cell: ({ reason }) => reason },
  { header: "Attempts", cell: ({ tries }) => tries },
  { header: "Last attempt (UTC)", cell: ({ lastTry }) => lastTry?.at ?? null },
  { header: "Response", cell: ({ lastTry }) => lastTry?.status ?? null },
  { header: "Error", cell: ({ lastTry }) => lastTry?.error ?? null },
  { header: "Duration (ms)", cell: ({ lastTry }) => lastTry?.durationMs ?? null },
  { header: "Next attempt (UTC)", cell: ({ state, dueAt }) => (state === "retrying" ? dueAt : null) },
  { header: "Completed (UTC)", cell: ({ doneAt }) => doneAt },
  { header: "Payment or link ID", cell: ({ about }) => about.id },
  { header: "Amount", cell: ({ about }) => amountOf(about) },
  { header: "Currency", cell: ({ about }) => about.currency },
  { header: "Resend of", cell: ({ resendOf }) => resendOf },
  { header: "Test", cell: ({ event }) => event.test },
  { header: "Delivery ID", cell: ({ id }) => id },
];

function amountOf({ amount, currency }: LoggedDelivery["about"]): string | null {
  return amount === null || currency === null ? null : toDecimalString({ amountMinor: BigInt(amount), currency });
}

/** GET of the delivery log as CSV: all pages of the filter in the address. */
export function GET(request: Request): Promise<Response> {
  return exportList<LoggedDelivery, string>(request, {
    path: "webhooks.log.search",
    action: "deliveries.exported",
    source: (ctx, { merchantId, search }) => {
      const input = { merchantId, ...readSearch(search).filter };
      const read = byPages((page) => readDeliveryPage(ctx, { ...input, ...page }));
      return { name: "deliveries", columns: COLUMNS, read };
    },
  });
}
