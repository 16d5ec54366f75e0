import { readEntries } from "../../../../console/audit/entries";
import { exportJsonLines } from "../../../../console/export-list";

/** A partner's audit log as its page shows it, for programs: `hashed` is the very text of which `hash` is the SHA-256. */
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
