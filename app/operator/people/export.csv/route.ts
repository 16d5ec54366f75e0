import { knownOf, textOf } from "@/components/ui/filter/filter-address";
import { CSV_BATCH_ROWS, type CsvColumn } from "@/server/http/csv";
import { listPeople, type Person } from "@/server/operator/list-people";
import { exportList } from "../../../console/export-list";

const formatRole = ({ role, placeName }: Person["roles"][number]) => `${role} of ${placeName ?? "this installation"}`;

const COLUMNS: CsvColumn<Person>[] = [
  { header: "Name", cell: ({ name }) => name },
  { header: "E-mail address", cell: ({ email }) => email },
  { header: "Roles", cell: ({ roles }) => roles.map(formatRole).join(", ") },
  { header: "Disabled (UTC)", cell: ({ disabledAt }) => disabledAt?.toISOString() ?? null },
  { header: "Created (UTC)", cell: ({ createdAt }) => createdAt.toISOString() },
  { header: "User ID", cell: ({ id }) => id },
];

/** GET of the people as CSV: all pages of the filter in the address. */
export function GET(request: Request): Promise<Response> {
  return exportList<Person, string>(request, {
    of: "platform",
    path: "platform.people.list",
    action: "people.exported",
    source: (ctx, { search }) => {
      const place = knownOf(search, "of", ["platform"]) === undefined ? null : { merchantId: null, partnerId: null };
      const filter = { search: textOf(search, "q") ?? null, place };
      return {
        name: "people",
        columns: COLUMNS,
        read: async (after) => {
          const { items, next } = await listPeople(ctx, { filter, after, limit: CSV_BATCH_ROWS });
          return { rows: items, next };
        },
      };
    },
  });
}
