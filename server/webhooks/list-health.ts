import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { listEndpointsOfMerchant } from "./endpoint-store";
import { medianMs, TOOK_CLASSES } from "./figures";
import { findHealth, findHours, type HealthRow, type HourOfDay } from "./health-list-store";
import { type Health, healthOf, nextTryOf, pausedBy } from "./health-rules";
import { findDefault } from "./store";

/** Of what waits, so much is counted; above it one says "more than". */
const MAX_COUNTED = 10_000;
const HOURS_OF_DAY = 24;
const HOUR_MS = 3_600_000;

export type DestinationHealth = {
  /** The endpoint's id, or the merchant's for its default URL. */
  destinationId: string;
  /** Null: the default URL. */
  name: string | null;
  /** By a person; stands before every state. */
  disabled: boolean;
  state: Health;
  /** Whose pause it is. */
  by: "breaker" | "person" | null;
  /** Since when it is so; null where it is healthy. */
  since: Date | null;
  /** Failures in a row. */
  failures: number;
  lastError: string | null;
  lastFailureAt: Date | null;
  /** When the next delivery is tried; in the past: as soon as there is room. Null: none waits, or a person's pause holds. */
  nextTryAt: Date | null;
  /** `more`: the counting stopped there. */
  waiting: { count: number; more: boolean };
  /** Null: none in the time that figures are kept, 30 days. */
  lastSuccessAt: Date | null;
  /** The hour that runs and the 23 before. `medianMs`: of the tries that were taken; null: none was. */
  day: { ok: number; failed: number; medianMs: number | null; hours: { ok: number; failed: number }[] };
};

/**
 * How each of a merchant's destinations takes what it is told: the default URL first, where there is one, then the named
 * endpoints by name. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listHealth(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<DestinationHealth[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const db = dbOf(ctx);
  const hasDefault = ((await findDefault(db, merchant.id))?.url ?? null) !== null;
  const named = await listEndpointsOfMerchant(db, merchant.id);
  const destinations = [
    ...(hasDefault ? [{ id: merchant.id, name: null, disabled: false }] : []),
    ...named.map(({ id, name, disabledAt }) => ({ id, name, disabled: disabledAt !== null })),
  ];
  const ids = destinations.map(({ id }) => id);
  const thisHourMs = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
  const firstMs = thisHourMs - (HOURS_OF_DAY - 1) * HOUR_MS;
  const rows = await findHealth(db, merchant.id, ids, MAX_COUNTED);
  const hours = await findHours(db, ids, new Date(firstMs));
  const rowOf = new Map(rows.map((row) => [row.destinationId, row]));
  return destinations.flatMap(({ id, name, disabled }) => {
    const row = rowOf.get(id);
    if (!row) return [];
    const own = hours.filter((hour) => hour.destinationId === id);
    return [{ destinationId: id, name, disabled, ...viewOf(row), day: dayOf(own, firstMs) }];
  });
}

function viewOf(row: HealthRow): Omit<DestinationHealth, "destinationId" | "name" | "disabled" | "day"> {
  const by = pausedBy(row);
  const { failures, lastError, lastFailureAt, lastOkAt } = row;
  return {
    state: healthOf(row),
    by,
    since: row.heldSince ?? row.pausedSince ?? row.failingSince,
    failures,
    lastError,
    lastFailureAt,
    nextTryAt: nextTryOf(row, row.nextDueAt),
    waiting: { count: Math.min(row.waiting, MAX_COUNTED), more: row.waiting > MAX_COUNTED },
    lastSuccessAt: lastOkAt,
  };
}

/** The day's figures, with the hours in which nothing was tried. */
function dayOf(rows: readonly HourOfDay[], firstMs: number): DestinationHealth["day"] {
  const hours = Array.from({ length: HOURS_OF_DAY }, () => ({ ok: 0, failed: 0 }));
  const took = Array<number>(TOOK_CLASSES).fill(0);
  for (const { hour, ok, failed, took: counts } of rows) {
    const index = Math.round((hour.getTime() - firstMs) / HOUR_MS);
    if (index >= 0 && index < HOURS_OF_DAY) hours[index] = { ok, failed };
    for (const [nth, count] of counts.entries()) took[nth] = (took[nth] ?? 0) + count;
  }
  const sum = (field: "ok" | "failed") => hours.reduce((all, hour) => all + hour[field], 0);
  return { ok: sum("ok"), failed: sum("failed"), medianMs: medianMs(took), hours };
}
