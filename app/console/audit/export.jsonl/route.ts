import { exportJsonLines } from "../../export-list";
import { readEntries } from "../entries";

/** The audit log as its page shows it, for programs: `hashed` is the very text of which `hash` is the SHA-256. */
export function GET(request: Request): Promise<Response> {
  return exportJsonLines(request, {
    path: "audit.list",
    action: "audit_log.exported",
    source: (ctx, { merchantId, search }) => {
      return { name: "audit-log", read: readEntries(ctx, { of: { merchantId }, search }) };
    },
  });
}
