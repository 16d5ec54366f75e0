import { wake } from "../jobs/leased-rows";
import type { Tx } from "../lib/db";
import { TOOK_CLASSES, tookClass } from "./figures";
import { afterTry, NO_RUN, type Run } from "./health-rules";
import { addToHours, type HourRow, insertHealth, lockRuns, type RunRow, updateRuns } from "./health-store";

const HOUR_MS = 3_600_000;

/** What one try came to, as it concerns its destination. */
export type Outcome = {
  /** The endpoint's id, or the merchant's for its default URL. */
  destinationId: string;
  merchantId: string;
  ok: boolean;
  /** Why it was no success, in the merchant's words. */
  error: string | null;
  /** When the try was over. */
  at: Date;
  durationMs: number;
  /** A row of health with failures was seen when the try was prepared. */
  hadHealth: boolean;
};

/**
 * Notes how tries went, in the transaction that records them and in the order in which they ended: the runs of failures,
 * by which the circuit breaker opens and closes, and the figures of the hour. One statement for all where nothing goes
 * wrong and nothing did. Rows are locked in the order of destinations, so that workers never wait for one another in a
 * circle; no failure is lost between them. When a breaker closes the workers are woken: its queue goes on.
 */
export async function noteOutcomes(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await noteRuns(tx, outcomes);
  await addToHours(tx, hoursOf(outcomes));
}

async function noteRuns(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const concerned = new Set(outcomes.filter((one) => !one.ok || one.hadHealth).map((one) => one.destinationId));
  if (concerned.size === 0) return;
  const mayBeNew = new Map(outcomes.filter((one) => !one.ok && !one.hadHealth).map((one) => [one.destinationId, one]));
  const refs = [...mayBeNew.values()].map(({ destinationId, merchantId }) => ({ destinationId, merchantId }));
  await insertHealth(tx, refs);
  const before = await lockRuns(tx, [...concerned]);
  const after: RunRow[] = [];
  let closed = false;
  for (const row of before) {
    const { destinationId, ...run } = row;
    const tries = outcomes.filter((one) => one.destinationId === destinationId);
    const next = tries.reduce<Run>((sofar, one) => afterTry(sofar, one, Math.random()), run);
    if (next === run) continue;
    closed ||= run.pausedSince !== null && next.pausedSince === null;
    after.push({ ...NO_RUN, ...next, destinationId });
  }
  await updateRuns(tx, after);
  if (closed) await wake(tx);
}

function hoursOf(outcomes: readonly Outcome[]): HourRow[] {
  const hours = new Map<string, HourRow>();
  for (const { destinationId, ok, at, durationMs } of outcomes) {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${destinationId} ${hour.getTime()}`;
    const empty = { destinationId, hour, ok: 0, failed: 0, took: Array<number>(TOOK_CLASSES).fill(0), lastOkAt: null };
    const row: HourRow = hours.get(key) ?? empty;
    hours.set(key, row);
    if (!ok) {
      row.failed += 1;
      continue;
    }
    row.ok += 1;
    row.lastOkAt = at;
    const index = tookClass(durationMs);
    row.took[index] = (row.took[index] ?? 0) + 1;
  }
  return [...hours.values()];
}
