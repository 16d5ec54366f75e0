import { wake } from "../../jobs/leased-rows";
import type { Tx } from "../../lib/db";
import { afterTry, NO_RUN, type Run } from "./circuit-rules";
import { DURATION_BUCKETS, durationBucket } from "./duration-histogram";
import {
  findCurrentUrls,
  type HourRow,
  insertHealth,
  insertIncrements,
  lockRuns,
  type RunRow,
  updateRuns,
} from "./health-store";

const HOUR_MS = 3_600_000;

/** The outcome of one attempt, for the health of its endpoint. */
export type Outcome = {
  /** The endpoint's id, or the merchant's for its default URL. */
  endpointKey: string;
  merchantId: string;
  /** The URL that was called. */
  url: string;
  ok: boolean;
  /** Why it failed, as shown to the merchant. */
  error: string | null;
  /** When the attempt ended. */
  at: Date;
  durationMs: number;
  /** The endpoint had failures when the attempt was prepared. */
  hadHealth: boolean;
};

/**
 * Updates runs of failures, circuits and hourly figures from attempts, in their order and in the transaction that records
 * them. If nothing fails and nothing failed before, it is one statement. Rows are locked in the order of endpoint keys,
 * so that workers do not deadlock. When a circuit closes, the workers are woken to send its queue. A failure of a URL
 * that the endpoint had before counts in the hourly figures only: it would open the circuit of the new URL.
 */
export async function updateEndpointHealth(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await updateFailureRuns(tx, outcomes);
  await insertIncrements(tx, hoursOf(outcomes));
}

async function updateFailureRuns(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
  const concerned = new Set(outcomes.filter((one) => !one.ok || one.hadHealth).map((one) => one.endpointKey));
  if (concerned.size === 0) return;
  const mayBeNew = new Map(outcomes.filter((one) => !one.ok && !one.hadHealth).map((one) => [one.endpointKey, one]));
  const refs = [...mayBeNew.values()].map(({ endpointKey, merchantId }) => ({ endpointKey, merchantId }));
  await insertHealth(tx, refs);
  const before = await lockRuns(tx, [...concerned]);
  // Under the locks: a change of a URL takes them too, to close the circuit.
  const failed = new Set(outcomes.filter((one) => !one.ok).map((one) => one.endpointKey));
  const urls = await findCurrentUrls(tx, [...failed]);
  const isCurrent = ({ endpointKey, url }: Outcome) => !urls.has(endpointKey) || urls.get(endpointKey) === url;
  const after: RunRow[] = [];
  let closed = false;
  for (const row of before) {
    const { endpointKey, ...run } = row;
    const tries = outcomes.filter((one) => one.endpointKey === endpointKey && (one.ok || isCurrent(one)));
    const next = tries.reduce<Run>((sofar, one) => afterTry(sofar, one, Math.random()), run);
    if (next === run) continue;
    closed ||= run.circuitOpenedAt !== null && next.circuitOpenedAt === null;
    after.push({ ...NO_RUN, ...next, endpointKey });
  }
  await updateRuns(tx, after);
  if (closed) wake(tx, "webhook_deliveries");
}

function hoursOf(outcomes: readonly Outcome[]): HourRow[] {
  const hours = new Map<string, HourRow>();
  for (const { endpointKey, ok, at, durationMs } of outcomes) {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const key = `${endpointKey} ${hour.getTime()}`;
    const empty = {
      endpointKey,
      hour,
      ok: 0,
      failed: 0,
      took: Array<number>(DURATION_BUCKETS).fill(0),
      lastOkAt: null,
    };
    const row: HourRow = hours.get(key) ?? empty;
    hours.set(key, row);
    if (!ok) {
      row.failed += 1;
      continue;
    }
    row.ok += 1;
    row.lastOkAt = at;
    const index = durationBucket(durationMs);
    row.took[index] = (row.took[index] ?? 0) + 1;
  }
  return [...hours.values()];
}
