import type { CsvColumn } from "@/server/http/csv";
import type { AuditLogEntry } from "@/server/identity/audit-log/read-audit-log";

const json = (values: object | null) => (values === null ? null : JSON.stringify(values));

/** The CSV columns of every audit log. */
export const AUDIT_COLUMNS: CsvColumn<AuditLogEntry>[] = [
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
