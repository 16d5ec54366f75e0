import { z } from "zod";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../events/record-event";
import type { IndexPartitions, LogFilter } from "./delivery-filter-store";
import { findEndpointIds } from "./delivery-log-store";
import { DELIVERY_STATUSES } from "./delivery-status";

/** The types that endpoints subscribe to, and the test event. */
const LOGGED_TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const;

const MAX_ID_LENGTH = 64;
const MAX_NAME_LENGTH = 63;

/** Which deliveries to list, with the names of the Console's query string. Missing fields do not restrict. */
export const logFilter = z.object({
  types: z.array(z.enum(LOGGED_TYPES)).max(LOGGED_TYPES.length).optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  /** A named endpoint; null: the default URL. */
  endpoint: z.string().max(MAX_NAME_LENGTH).nullable().optional(),
  /** A payment request's, a link's or an event's id. */
  about: z.string().max(MAX_ID_LENGTH).optional(),
  /** From, inclusive; to, exclusive. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});

export type LogFilterInput = z.output<typeof logFilter>;

/** The filter for the store, and all index partitions. Null: the named endpoint does not exist. */
export async function readFilter(
  ctx: Ctx,
  merchantId: string,
  input: LogFilterInput,
): Promise<{ filter: LogFilter; all: IndexPartitions } | null> {
  const endpoints = await findEndpointIds(dbOf(ctx), merchantId);
  const wanted = input.endpoint === undefined ? undefined : endpointKeyOf(endpoints, merchantId, input.endpoint);
  if (wanted === null) return null;
  const filter: LogFilter = {
    merchantId,
    testOnly: ctx.caller.testOnly,
    // Without duplicates: a partition named twice would be listed and resent twice.
    types: [...new Set(input.types)],
    statuses: input.status ? [input.status] : [],
    endpointKeys: wanted ? [wanted] : [],
    about: input.about === undefined ? null : aboutOf(input.about.trim().toLowerCase()),
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
  };
  return { filter, all: { types: LOGGED_TYPES, endpointKeys: [merchantId, ...endpoints.values()] } };
}

function endpointKeyOf(endpoints: Map<string, string>, merchantId: string, name: string | null): string | null {
  return name === null ? merchantId : (endpoints.get(name) ?? null);
}

function aboutOf(id: string): LogFilter["about"] {
  const eventId = id.startsWith("evt_") ? id.slice("evt_".length) : null;
  if (!isUuid(eventId ?? id)) throw invalidField("about", "must be the ID of a payment, a link or an event");
  return eventId === null ? { subjectId: id } : { eventId };
}
