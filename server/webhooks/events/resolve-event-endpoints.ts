import type { Db } from "../../lib/db";
import { chooseDefaultEndpoint } from "../endpoints/default-endpoint";
import { wants } from "../endpoints/endpoint-rules";
import { findEndpointsByName } from "../endpoints/endpoint-store";
import { findDefaultTargets } from "./event-store";

/** An endpoint's id, or null for the merchant's default URL. */
type EventEndpoint = string | null;

/**
 * The endpoints of an event (contract, "Events and deliveries"). Named endpoints get a delivery in any case, which
 * records why it cannot be sent; there is no fallback. Without names: the default URL; the endpoint marked default; the
 * only one, the last two among the enabled ones of the mode. `[]`: the endpoint does not subscribe to the type. "none":
 * there is no endpoint.
 */
export async function resolveEventEndpoints(
  db: Db,
  event: { merchantId: string; endpoints: readonly string[]; type: string; test: boolean },
): Promise<EventEndpoint[] | "none"> {
  const { merchantId, endpoints, type, test } = event;
  if (endpoints.length > 0) {
    const named = await findEndpointsByName(db, merchantId, endpoints);
    return named.filter((endpoint) => wants(endpoint, type)).map(({ id }) => id);
  }
  const { url, candidates } = await findDefaultTargets(db, merchantId, test);
  const found = chooseDefaultEndpoint(url, candidates);
  if (found.to === "none") return "none";
  if (found.to === "default_url") return [null];
  return wants(found.endpoint, type) ? [found.endpoint.id] : [];
}
