import { actorWords } from "@/components/console/developers/call-words";
import { readCallsSearch } from "@/components/console/developers/calls-filter";
import { exportCalls, type LoggedCall } from "@/server/developers/search-calls";
import { CSV_BATCH_ROWS, type CsvSource } from "@/server/http/csv";
import type { Place } from "@/server/lib/keyset";
import { exportList } from "../../export-list";

export const dynamic = "force-dynamic";

const COLUMNS: CsvSource<LoggedCall, Place>["columns"] = [
  { header: "Received (UTC)", cell: ({ at }) => at },
  { header: "Status", cell: ({ status }) => status },
  { header: "Method", cell: ({ method }) => method },
  { header: "Path", cell: ({ path }) => path },
  { header: "Operation", cell: ({ endpoint }) => endpoint },
  { header: "Error", cell: ({ errorCode }) => errorCode },
  { header: "Took (ms)", cell: ({ durationMs }) => durationMs },
  { header: "By", cell: ({ actor }) => actorWords(actor) },
  { header: "Test", cell: ({ test }) => test },
  { header: "Request id", cell: ({ requestId }) => requestId },
  { header: "Idempotency key", cell: ({ idempotencyKey }) => idempotencyKey },
  { header: "Answered again", cell: ({ replayed }) => replayed },
  { header: "Order", cell: ({ orderId }) => orderId },
  { header: "Payment id", cell: ({ paymentRequestId }) => paymentRequestId },
  { header: "Link id", cell: ({ paymentLinkId }) => paymentLinkId },
];

/** The log of calls as a file: exactly what the page's address lets through, all of its pages. */
export function GET(request: Request): Promise<Response> {
  return exportList<LoggedCall, Place>(request, {
    path: "developers.calls.search",
    action: "calls.exported",
    source: (ctx, { merchantId, test, search }) => {
      const { filter } = readCallsSearch(search);
      return {
        name: test ? "test-calls" : "calls",
        columns: COLUMNS,
        read: (after) => exportCalls(ctx, { merchantId, test, ...filter, after, limit: CSV_BATCH_ROWS }),
      };
    },
  });
}
