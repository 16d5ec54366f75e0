import { readEntries } from "../../../console/audit/entries";
import { exportJsonLines } from "../../../console/export-list";

/**
 * GET of the platform's audit log as JSON lines, with the filter of its page. `hash` is the SHA-256 of the text in
 * `hashed`.
 */
export function GET(request: Request): Promise<Response> {
  return exportJsonLines(request, {
    of: "platform",
    path: "platform.audit.list",
    action: "audit_log.exported",
    source: (ctx, { search }) => ({ name: "audit-log", read: readEntries(ctx, { of: { platform: true }, search }) }),
  });
}
