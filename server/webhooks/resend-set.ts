import type { Ctx } from "../lib/context";
import { type Db, dbOf } from "../lib/db";
import type { DeliveryStatus } from "./delivery-status";
import { destinationsOf } from "./destinations-of";
import { type LogFilterInput, readFilter } from "./log-filter";
import { EVENT_TYPES } from "./record-event";
import type { Heir, ResendSet } from "./resend-store";

/** So many at most in one call: what is sent at once stays one short transaction. */
export const MAX_RESENDS = 100_000;

/** What was taken is sent again only when it is asked for by its status. */
const UNTAKEN: DeliveryStatus[] = ["waiting", "failed", "no_destination"];

/** What a filter's resend is chosen from: the deliveries as they were at `until`. Null: the filter finds nothing. */
export async function resendSetOf(
  ctx: Ctx,
  merchantId: string,
  input: LogFilterInput,
  { until, limit }: { until: Date; limit: number },
): Promise<ResendSet | null> {
  const read = await readFilter(ctx, merchantId, input);
  if (!read) return null;
  const statuses = read.filter.statuses.length > 0 ? read.filter.statuses : UNTAKEN;
  const heirs = statuses.includes("no_destination") ? await heirsOf(dbOf(ctx), merchantId) : [];
  return { filter: { ...read.filter, statuses }, all: read.all, until, heirs, limit };
}

/** Where each kind of event goes now, if it names no endpoint. */
async function heirsOf(db: Db, merchantId: string): Promise<Heir[]> {
  const heirs: Heir[] = [];
  for (const test of [true, false]) {
    for (const type of EVENT_TYPES) {
      const found = await destinationsOf(db, { merchantId, endpoints: [], type, test });
      if (found !== "none") for (const endpointId of found) heirs.push({ type, test, endpointId });
    }
  }
  return heirs;
}
