import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findDefault } from "../endpoints/default-url-store";
import { listEndpointsOfMerchant } from "../endpoints/endpoint-store";
import { nextTryOf } from "./circuit-rules";
import { DURATION_BUCKETS, medianMs } from "./duration-histogram";
import { type EndpointState, endpointStateOf } from "./endpoint-state";
import { findHealth, findHours, type HealthRow, type HourOfDay } from "./health-list-store";

/** Counting stops here. */
const MAX_COUNTED = 10_000;
const HOURS_OF_DAY = 24;
const HOUR_MS = 3_600_000;

type EndpointHealth = {
  /** The endpoint's id, or the merchant's for its default URL. */
  endpointKey: string;
  /** Null: the default URL. */
  name: string | null;
  state: EndpointState;
  /** Start of this state; null: healthy. */
  since: Date | null;
  /** Failures in a row. */
  failures: number;
  lastError: string | null;
  lastFailureAt: Date | null;
  /** In the past: as soon as there is capacity. Null: none waits, or it is paused. */
  nextTryAt: Date | null;
  /** `more`: the count is a lower bound. */
  waiting: { count: number; more: boolean };
  /** Null: none within the 30 days that hourly rows are kept. */
  lastSuccessAt: Date | null;
  /** The current hour and the 23 before. `medianMs`: of successful attempts; null: none. */
  day: { ok: number; failed: number; medianMs: number | null; hours: { ok: number; failed: number }[] };
};

/**
 * The health of a merchant's endpoints: the default URL first if one is set, then the named endpoints by name.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listHealth(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<EndpointHealth[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const hasDefault = ((await findDefault(db, merchant.id))?.url ?? null) !== null;
  const named = await listEndpointsOfMerchant(db, merchant.id);
  const endpoints = [
    ...(hasDefault ? [{ id: merchant.id, name: null, disabledAt: null }] : []),
    ...named.map(({ id, name, disabledAt }) => ({ id, name, disabledAt })),
  ];
  const ids = endpoints.map(({ id }) => id);
  const thisHourMs = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
  const firstMs = thisHourMs - (HOURS_OF_DAY - 1) * HOUR_MS;
  const rows = await findHealth(db, merchant.id, ids, MAX_COUNTED);
  const hours = await findHours(db, ids, new Date(firstMs));
  const rowOf = new Map(rows.map((row) => [row.endpointKey, row]));
  return endpoints.flatMap(({ id, name, disabledAt }) => {
    const row = rowOf.get(id);
    if (!row) return [];
    const own = hours.filter((hour) => hour.endpointKey === id);
    return [{ endpointKey: id, name, ...viewOf(row, disabledAt), day: dayOf(own, firstMs) }];
  });
}

function viewOf(row: HealthRow, disabledAt: Date | null): Omit<EndpointHealth, "endpointKey" | "name" | "day"> {
  const { failures, lastError, lastFailureAt, lastOkAt } = row;
  return {
    state: endpointStateOf({ ...row, disabledAt }),
    since: disabledAt ?? row.pausedAt ?? row.circuitOpenedAt ?? row.failingSince,
    failures,
    lastError,
    lastFailureAt,
    nextTryAt: nextTryOf(row, row.nextDueAt),
    waiting: { count: Math.min(row.waiting, MAX_COUNTED), more: row.waiting > MAX_COUNTED },
    lastSuccessAt: lastOkAt,
  };
}

/** Sums of the day, and each hour, including those without attempts. */
function dayOf(rows: readonly HourOfDay[], firstMs: number): EndpointHealth["day"] {
  const hours = Array.from({ length: HOURS_OF_DAY }, () => ({ ok: 0, failed: 0 }));
  const took = Array<number>(DURATION_BUCKETS).fill(0);
  for (const { hour, ok, failed, took: counts } of rows) {
    const index = Math.round((hour.getTime() - firstMs) / HOUR_MS);
    const at = hours[index];
    if (at) hours[index] = { ok: at.ok + ok, failed: at.failed + failed };
    for (const [nth, count] of counts.entries()) took[nth] = (took[nth] ?? 0) + count;
  }
  const sum = (field: "ok" | "failed") => hours.reduce((all, hour) => all + hour[field], 0);
  return { ok: sum("ok"), failed: sum("failed"), medianMs: medianMs(took), hours };
}
