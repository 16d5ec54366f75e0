import type { CsvColumn } from "@/server/http/csv";
import { listPartnerOverviews, type PartnerOverview } from "@/server/operator/list-merchants";
import { exportList } from "../../../console/export-list";

const COLUMNS: CsvColumn<PartnerOverview>[] = [
  { header: "Partner", cell: ({ name }) => name },
  { header: "Merchants", cell: ({ merchants }) => merchants },
  { header: "Members", cell: ({ people }) => people },
  { header: "Created (UTC)", cell: ({ createdAt }) => createdAt.toISOString() },
  { header: "Partner ID", cell: ({ id }) => id },
];

/** GET of all partners as CSV; their page has no pagination. */
export function GET(request: Request): Promise<Response> {
  return exportList<PartnerOverview, never>(request, {
    of: "platform",
    path: "platform.partners.list",
    action: "partners.exported",
    source: (ctx) => ({
      name: "partners",
      columns: COLUMNS,
      read: async () => ({ rows: await listPartnerOverviews(ctx), next: null }),
    }),
  });
}
