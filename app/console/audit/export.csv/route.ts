import { exportList } from "../../export-list";
import { AUDIT_COLUMNS } from "../audit-columns";
import { readEntries } from "../entries";

/** GET of the audit log as CSV, with the filter of its page. */
export function GET(request: Request): Promise<Response> {
  return exportList(request, {
    path: "audit.list",
    action: "audit_log.exported",
    source: (ctx, { merchantId, search }) => {
      return { name: "audit-log", columns: AUDIT_COLUMNS, read: readEntries(ctx, { of: { merchantId }, search }) };
    },
  });
}
