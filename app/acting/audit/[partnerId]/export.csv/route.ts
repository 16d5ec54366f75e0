import { AUDIT_COLUMNS } from "../../../../console/audit/audit-columns";
import { readEntries } from "../../../../console/audit/entries";
import { exportList } from "../../../../console/export-list";

/** GET of a partner's audit log as CSV, with the filter of its page. */
export function GET(request: Request): Promise<Response> {
  return exportList(request, {
    of: "partner",
    path: "partnerAudit.list",
    action: "audit_log.exported",
    source: (ctx, { partnerId, search }) => ({
      name: "audit-log",
      columns: AUDIT_COLUMNS,
      read: readEntries(ctx, { of: { partnerId }, search }),
    }),
  });
}
