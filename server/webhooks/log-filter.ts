import { z } from "zod";
import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { DELIVERY_STATUSES } from "./delivery-status";
import type { LogFilter, Shelves } from "./log-filter-store";
import { findEndpointIds } from "./log-store";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "./record-event";

/** All that an event can be: the list that endpoints choose from, and the one that is sent by hand. */
const LOGGED_TYPES = [...EVENT_TYPES, TEST_EVENT_TYPE] as const;

const MAX_ID_LENGTH = 64;
const MAX_NAME_LENGTH = 63;

/** Which deliveries are asked for, in the words of the Console's address. What is left out does not narrow. */
export const logFilter = z.object({
  types: z.array(z.enum(LOGGED_TYPES)).max(LOGGED_TYPES.length).optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  /** A named endpoint; null: the default URL. */
  endpoint: z.string().max(MAX_NAME_LENGTH).nullable().optional(),
  /** A payment request's, a link's or an event's id. */
  about: z.string().max(MAX_ID_LENGTH).optional(),
  /** Recorded at or after; before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});

export type LogFilterInput = z.output<typeof logFilter>;

/** The filter for the store, and the shelves that there are. An endpoint that is not there: null, nothing can be found. */
export async function readFilter(
  ctx: Ctx,
  merchantId: string,
  input: LogFilterInput,
): Promise<{ filter: LogFilter; all: Shelves } | null> {
  const endpoints = await findEndpointIds(dbOf(ctx), merchantId);
  const wanted = input.endpoint === undefined ? undefined : destinationOf(endpoints, merchantId, input.endpoint);
  if (wanted === null) return null;
  const filter: LogFilter = {
    merchantId,
    testOnly: ctx.caller.testOnly,
    // Each once: a shelf that is named twice would be read, counted and sent again twice.
    types: [...new Set(input.types)],
    statuses: input.status ? [input.status] : [],
    destinations: wanted ? [wanted] : [],
    about: input.about === undefined ? null : aboutOf(input.about.trim().toLowerCase()),
    from: input.from === undefined ? null : new Date(input.from),
    to: input.to === undefined ? null : new Date(input.to),
  };
  return { filter, all: { types: LOGGED_TYPES, destinations: [merchantId, ...endpoints.values()] } };
}

function destinationOf(endpoints: Map<string, string>, merchantId: string, name: string | null): string | null {
  return name === null ? merchantId : (endpoints.get(name) ?? null);
}

function aboutOf(id: string): LogFilter["about"] {
  const eventId = id.startsWith("evt_") ? id.slice("evt_".length) : null;
  if (!isUuid(eventId ?? id)) throw invalidField("about", "the id of a payment, a link or an event");
  return eventId === null ? { subjectId: id } : { eventId };
}
