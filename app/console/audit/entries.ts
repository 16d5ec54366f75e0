import { auditInput, readAuditSearch } from "@/components/console/audit/audit-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import { CSV_BATCH_ROWS } from "@/server/http/csv";
import type { AuditOf } from "@/server/identity/audit-log/audit-chain-of";
import { type AuditLogEntry, readAuditLog } from "@/server/identity/audit-log/read-audit-log";
import type { Ctx } from "@/server/lib/context";

/** Reads the audit log in batches, with the filter of its page. */
export function readEntries(ctx: Ctx, { of, search }: { of: AuditOf; search: Search }) {
  const { from, to, ...filter } = auditInput(readAuditSearch(search).filter);
  const span = { ...(from ? { from: new Date(from) } : {}), ...(to ? { to: new Date(to) } : {}) };
  return async (after: string | null): Promise<{ rows: AuditLogEntry[]; next: string | null }> => {
    const window = { cursor: after ?? undefined, size: CSV_BATCH_ROWS };
    const { items, older } = await readAuditLog(ctx, { of, ...filter, ...span }, window);
    return { rows: items, next: older };
  };
}
