import { knownOf, textOf } from "@/components/ui/filter/filter-address";
import { CSV_BATCH_ROWS, type CsvColumn } from "@/server/http/csv";
import { listMerchantOverviews, type MerchantCursor, type MerchantOverview } from "@/server/operator/list-merchants";
import { exportList } from "../../../console/export-list";

const COLUMNS: CsvColumn<MerchantOverview>[] = [
  { header: "Merchant", cell: ({ brandName }) => brandName },
  { header: "Country", cell: ({ country }) => country },
  { header: "Partner", cell: ({ partnerName }) => partnerName },
  { header: "Live currencies", cell: ({ currencies }) => currencies.join(" ") },
  { header: "Members", cell: ({ people }) => people },
  { header: "Last live payment (UTC)", cell: ({ lastPaymentAt }) => lastPaymentAt?.toISOString() ?? null },
  { header: "Suspended (UTC)", cell: ({ suspendedAt }) => suspendedAt?.toISOString() ?? null },
  { header: "Reason", cell: ({ suspendedReason }) => suspendedReason },
  { header: "Created (UTC)", cell: ({ createdAt }) => createdAt.toISOString() },
  { header: "Merchant ID", cell: ({ id }) => id },
];

/** GET of the merchants as CSV: all pages of the filter in the address. */
export function GET(request: Request): Promise<Response> {
  return exportList<MerchantOverview, MerchantCursor>(request, {
    of: "platform",
    path: "platform.merchants.list",
    action: "merchants.exported",
    source: (ctx, { search }) => {
      const suspended = knownOf(search, "state", ["suspended"]) !== undefined;
      const filter = { search: textOf(search, "q") ?? null, suspended, partnerId: null };
      return {
        name: "merchants",
        columns: COLUMNS,
        read: async (after) => {
          const { items, next } = await listMerchantOverviews(ctx, { filter, after, limit: CSV_BATCH_ROWS });
          return { rows: items, next };
        },
      };
    },
  });
}
