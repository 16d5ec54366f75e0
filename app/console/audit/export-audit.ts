import { auditInput, readAuditSearch } from "@/components/console/audit/audit-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import type { CsvColumn } from "@/server/http/csv";
import type { AuditOf } from "@/server/identity/audit-log/audit-chain-of";
import { type AuditLogEntry, readAuditLog } from "@/server/identity/audit-log/read-audit-log";
import type { Ctx } from "@/server/lib/context";
import { byPages, type Export, exportFile, exportList, JSON_LINES } from "../export-list";

const json = (values: object | null) => (values === null ? null : JSON.stringify(values));

const COLUMNS: CsvColumn<AuditLogEntry>[] = [
  { header: "Entry", cell: ({ seq }) => seq },
  { header: "Time (UTC)", cell: ({ at }) => at },
  { header: "Actor", cell: ({ actor }) => actor.name ?? actor.kind },
  { header: "E-mail address", cell: ({ actor }) => actor.email },
  { header: "Actor type", cell: ({ actor }) => actor.kind },
  { header: "Actor ID", cell: ({ actor }) => actor.id },
  { header: "Acting as", cell: ({ actingAs }) => actingAs },
  { header: "Partner", cell: ({ partnerName }) => partnerName },
  { header: "Action", cell: ({ action }) => action },
  { header: "Object ID", cell: ({ subjectId }) => subjectId },
  { header: "Object name", cell: ({ subjectName, detail }) => subjectName ?? detail["name"] ?? null },
  { header: "Details", cell: ({ detail }) => json(detail) },
  { header: "Before", cell: ({ before }) => json(before) },
  { header: "After", cell: ({ after }) => json(after) },
  { header: "IP address", cell: ({ ip }) => ip },
  { header: "Device", cell: ({ device }) => device },
  { header: "Request ID", cell: ({ requestId }) => requestId },
  { header: "Previous hash", cell: ({ prevHash }) => prevHash },
  { header: "Hash", cell: ({ hash }) => hash },
];

const action = "audit_log.exported";

type Source = { name: string; columns: typeof COLUMNS; read: ReturnType<typeof readEntries> };

const sourceOf = (ctx: Ctx, search: Search, of: AuditOf): Source => {
  return { name: "audit-log", columns: COLUMNS, read: readEntries(ctx, of, search) };
};

const LISTS: Record<"merchant" | "partner" | "platform", Export<Source>> = {
  merchant: {
    path: "audit.list",
    action,
    source: (ctx, { merchantId, search }) => sourceOf(ctx, search, { merchantId }),
  },
  partner: {
    of: "partner",
    path: "partnerAudit.list",
    action,
    source: (ctx, { partnerId, search }) => sourceOf(ctx, search, { partnerId }),
  },
  platform: {
    of: "platform",
    path: "platform.audit.list",
    action,
    source: (ctx, { search }) => sourceOf(ctx, search, { platform: true }),
  },
};

type Owner = keyof typeof LISTS;

/** The GET of an audit log as CSV, with the filter of its page. */
export const auditCsv = (owner: Owner) => (request: Request) => exportList(request, LISTS[owner]);

/** The GET of an audit log as JSON lines, with the filter of its page. `hash` is the SHA-256 of the text in `hashed`. */
export const auditJsonLines = (owner: Owner) => (request: Request) => exportFile(request, LISTS[owner], JSON_LINES);

function readEntries(ctx: Ctx, of: AuditOf, search: Search) {
  const { from, to, ...filter } = auditInput(readAuditSearch(search).filter);
  const span = { ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) };
  return byPages(async (page) => {
    const { items, older } = await readAuditLog(ctx, { of, ...filter, ...span }, page);
    return { rows: items, older };
  });
}
