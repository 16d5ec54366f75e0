import type { Ctx } from "../../lib/context";
import { type Db, dbOf } from "../../lib/db";
import { EVENT_TYPES } from "../events/record-event";
import { resolveEventEndpoints } from "../events/resolve-event-endpoints";
import { type LogFilterInput, readFilter } from "./delivery-filter";
import type { DeliveryStatus } from "./delivery-status";
import type { CurrentEndpoint, ResendSet } from "./resend-store";

/** Deliveries sent by one call. */
export const MAX_RESENDS = 100_000;

/** Delivered events are resent only if the filter includes that status. */
const NOT_DELIVERED: DeliveryStatus[] = ["waiting", "failed", "no_destination"];

/** The deliveries that a resend of the filter covers, in their state at `until`. Null: the filter matches nothing. */
export async function chooseResends(
  ctx: Ctx,
  merchantId: string,
  input: LogFilterInput,
  { until, limit }: { until: Date; limit: number },
): Promise<ResendSet | null> {
  const read = await readFilter(ctx, merchantId, input);
  if (!read) return null;
  const statuses = read.filter.statuses.length > 0 ? read.filter.statuses : NOT_DELIVERED;
  const currentEndpoints = statuses.includes("no_destination") ? await currentEndpointsOf(dbOf(ctx), merchantId) : [];
  return { filter: { ...read.filter, statuses }, all: read.all, until, currentEndpoints, limit };
}

/** The current endpoints of events without a named endpoint, by type and mode. */
async function currentEndpointsOf(db: Db, merchantId: string): Promise<CurrentEndpoint[]> {
  const currentEndpoints: CurrentEndpoint[] = [];
  for (const test of [true, false]) {
    for (const type of EVENT_TYPES) {
      const found = await resolveEventEndpoints(db, { merchantId, endpoints: [], type, test });
      if (found !== "none") for (const endpointId of found) currentEndpoints.push({ type, test, endpointId });
    }
  }
  return currentEndpoints;
}
