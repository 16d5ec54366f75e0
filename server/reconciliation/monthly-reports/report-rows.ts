import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import type { TimeKey } from "../../lib/keyset";
import { spanOf } from "./months";
import type { AccountReport } from "./read-monthly-reports";
import { findReportEntries, type ReportEntry } from "./store";

/** A line of a report's file: the balances are its first and its last. */
export type ReportRow = AccountReport & ({ kind: "opening" | "closing" } | { kind: "transaction"; entry: ReportEntry });

/** The report that is read, the last transaction read of it, and how many were read of it. */
export type ReportCursor = { nth: number; after: TimeKey | null; count: number };

/**
 * A batch of rows of these reports, one after the other.
 * @throws Error if transactions were stored since the report was read: the bank's statement was fetched meanwhile. The transfer
 *   is aborted, so that no file contradicts itself. None is changed or deleted, so their number shows it.
 */
export async function readReportRows(
  ctx: Ctx,
  reports: readonly AccountReport[],
  at: ReportCursor | null,
  limit: number,
): Promise<{ rows: ReportRow[]; next: ReportCursor | null }> {
  const { nth, after, ...read } = at ?? { nth: 0, after: null, count: 0 };
  const one = reports[nth];
  if (!one) return { rows: [], next: null };
  const { account, report } = one;
  const entries = await findReportEntries(dbOf(ctx), account, spanOf(report.month), { after, limit });
  const rows: ReportRow[] = entries.map((entry) => ({ ...one, kind: "transaction", entry }));
  if (after === null) rows.unshift({ ...one, kind: "opening" });
  const count = read.count + entries.length;
  const last = entries.at(-1);
  if (last && entries.length === limit) {
    return { rows, next: { nth, after: { at: last.bookedAt, id: last.id }, count } };
  }
  if (count !== report.transactions) throw new Error(`The report of ${report.month} changed while it was read.`);
  rows.push({ ...one, kind: "closing" });
  return { rows, next: nth + 1 < reports.length ? { nth: nth + 1, after: null, count: 0 } : null };
}

export function signedOf({ direction, amountMinor }: ReportEntry): bigint {
  return direction === "debit" ? -amountMinor : amountMinor;
}
