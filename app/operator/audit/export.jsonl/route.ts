import { readEntries } from "../../../console/audit/entries";
import { exportJsonLines } from "../../../console/export-list";

/** The platform's audit log as its page shows it, for programs: `hashed` is the very text of which `hash` is the SHA-256. */
export function GET(request: Request): Promise<Response> {
  return exportJsonLines(request, {
    of: "platform",
    path: "platform.audit.list",
    action: "audit_log.exported",
    source: (ctx, { search }) => ({ name: "audit-log", read: readEntries(ctx, { of: { platform: true }, search }) }),
  });
}
