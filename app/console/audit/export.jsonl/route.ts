import { exportJsonLines } from "../../export-list";
import { readEntries } from "../entries";

/** GET of the audit log as JSON lines, with the filter of its page. `hash` is the SHA-256 of the text in `hashed`. */
export function GET(request: Request): Promise<Response> {
  return exportJsonLines(request, {
    path: "audit.list",
    action: "audit_log.exported",
    source: (ctx, { merchantId, search }) => {
      return { name: "audit-log", read: readEntries(ctx, { of: { merchantId }, search }) };
    },
  });
}
