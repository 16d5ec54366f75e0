import { formatActor } from "@/components/console/developers/call-labels";
import { readCallsSearch } from "@/components/console/developers/calls-filter";
import { type LoggedCall, readCallPage } from "@/server/developer-tools/search-calls";
import type { CsvColumn } from "@/server/http/csv";
import { byPages, exportList } from "../../export-list";

const COLUMNS: CsvColumn<LoggedCall>[] = [
  { header: "Time (UTC)", cell: ({ at }) => at },
  { header: "Status", cell: ({ status }) => status },
  { header: "Method", cell: ({ method }) => method },
  { header: "Path", cell: ({ path }) => path },
  { header: "Operation", cell: ({ endpoint }) => endpoint },
  { header: "Error", cell: ({ errorCode }) => errorCode },
  { header: "Duration (ms)", cell: ({ durationMs }) => durationMs },
  { header: "API key or person", cell: ({ actor }) => formatActor(actor) },
  { header: "Test", cell: ({ test }) => test },
  { header: "Request ID", cell: ({ requestId }) => requestId },
  { header: "Idempotency key", cell: ({ idempotencyKey }) => idempotencyKey },
  { header: "Replayed", cell: ({ replayed }) => replayed },
  { header: "Order", cell: ({ orderId }) => orderId },
  { header: "Ignored fields", cell: ({ ignored }) => ignored },
  { header: "Payment ID", cell: ({ paymentRequestId }) => paymentRequestId },
  { header: "Link ID", cell: ({ paymentLinkId }) => paymentLinkId },
];

/** GET of the request log as CSV: all pages of the filter in the address. */
export function GET(request: Request): Promise<Response> {
  return exportList<LoggedCall, string>(request, {
    path: "developers.calls.search",
    action: "calls.exported",
    source: (ctx, { merchantId, test, search }) => {
      const { filter } = readCallsSearch(search);
      return {
        name: test ? "test-calls" : "calls",
        columns: COLUMNS,
        read: byPages((page) => readCallPage(ctx, { merchantId, test, ...filter, ...page })),
      };
    },
  });
}
