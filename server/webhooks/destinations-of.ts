import type { Tx } from "../lib/db";
import { findCandidates, findEndpointsByName } from "./endpoint-store";
import type { NewEvent } from "./record-event";
import { wants } from "./rules";
import { findDefault } from "./store";
import { unnamedDestination } from "./unnamed-destination";

/** An endpoint's id, or null for the merchant's default URL. */
export type Destination = string | null;

/**
 * Where an event goes (contract, "Events and deliveries"). Endpoints that are named get it, or say in their delivery why
 * not: nothing stands in for them. Without names: the default URL; else the endpoint marked default; else the only one.
 * These last two are asked for among the active ones whose environment fits. An endpoint that does not want this type of
 * event is left out: `[]`. "none": there is nowhere to go.
 */
export async function destinationsOf(
  tx: Tx,
  { merchantId, endpoints, type, test }: Pick<NewEvent, "merchantId" | "endpoints" | "type" | "test">,
): Promise<Destination[] | "none"> {
  if (endpoints.length > 0) {
    const named = await findEndpointsByName(tx, merchantId, endpoints);
    return named.filter((endpoint) => wants(endpoint, type)).map(({ id }) => id);
  }
  const url = (await findDefault(tx, merchantId))?.url ?? null;
  const found = unnamedDestination(url, url === null ? await findCandidates(tx, merchantId, test) : []);
  if (found.to === "none") return "none";
  if (found.to === "default_url") return [null];
  return wants(found.endpoint, type) ? [found.endpoint.id] : [];
}
