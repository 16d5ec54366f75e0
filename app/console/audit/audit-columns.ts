import type { CsvColumn } from "@/server/http/csv";
import type { AuditLogEntry } from "@/server/identity/audit-log/read-audit-log";

const json = (values: object | null) => (values === null ? null : JSON.stringify(values));

/** The CSV columns of every audit log. */
export const AUDIT_COLUMNS: CsvColumn<AuditLogEntry>[] = [
  { header: "Entry", cell: ({ seq }) => seq },
  { header: "At (UTC)", cell: ({ at }) => at },
  { header: "Who", cell: ({ actor }) => actor.name ?? actor.kind },
  { header: "Mail address", cell: ({ actor }) => actor.email },
  { header: "Kind", cell: ({ actor }) => actor.kind },
  { header: "Actor id", cell: ({ actor }) => actor.id },
  { header: "Acting as", cell: ({ actingAs }) => actingAs },
  { header: "Partner", cell: ({ partnerName }) => partnerName },
  { header: "Act", cell: ({ action }) => action },
  { header: "About", cell: ({ subjectId }) => subjectId },
  { header: "Name", cell: ({ subjectName, detail }) => subjectName ?? detail["name"] ?? null },
  { header: "Detail", cell: ({ detail }) => json(detail) },
  { header: "Before", cell: ({ before }) => json(before) },
  { header: "After", cell: ({ after }) => json(after) },
  { header: "From address", cell: ({ ip }) => ip },
  { header: "Device", cell: ({ device }) => device },
  { header: "Request", cell: ({ requestId }) => requestId },
  { header: "Hash before", cell: ({ prevHash }) => prevHash },
  { header: "Hash", cell: ({ hash }) => hash },
];
