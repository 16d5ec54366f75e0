import type { Db } from "../../lib/db";
import type { EndpointStops } from "./delivery-state";

const NONE: EndpointStops = { pausedAt: null, circuitOpenedAt: null };

/** What stops each of these endpoints of a merchant (null: its default URL), in one query. */
export async function findEndpointStops(
  db: Db,
  merchantId: string,
  endpointIds: readonly (string | null)[],
): Promise<(endpointId: string | null) => EndpointStops> {
  const ids = [...new Set(endpointIds.map((id) => id ?? merchantId))];
  const rows = await db.webhookHealth.findMany({
    where: { merchantId, endpointKey: { in: ids } },
    select: { endpointKey: true, pausedAt: true, circuitOpenedAt: true },
  });
  const found = new Map(rows.map(({ endpointKey, ...stops }) => [endpointKey, stops]));
  return (endpointId) => found.get(endpointId ?? merchantId) ?? NONE;
}
