import { readEntries } from "../../../../console/audit/entries";
import { exportJsonLines } from "../../../../console/export-list";

/**
 * GET of a partner's audit log as JSON lines, with the filter of its page. `hash` is the SHA-256 of the text in
 * `hashed`.
 */
export function GET(request: Request): Promise<Response> {
  return exportJsonLines(request, {
    of: "partner",
    path: "partnerAudit.list",
    action: "audit_log.exported",
    source: (ctx, { partnerId, search }) => ({
      name: "audit-log",
      read: readEntries(ctx, { of: { partnerId }, search }),
    }),
  });
}
