import {
  addressOf,
  allOf,
  type Counted,
  cursorOf,
  knownOf,
  type Search,
  textOf,
  timeOf,
  without,
} from "./filter-address";
import type { Outputs } from "./queries";

type Log = Outputs["webhooks"]["log"]["search"];
export type DeliveryStatus = keyof Log["counts"];

/** Which deliveries a page shows: as the call takes it. */
export type LogFilter = {
  types?: EventTypeName[];
  status?: DeliveryStatus;
  /** Null: the default URL. */
  endpoint?: string | null;
  about?: string;
  /** ISO 8601, UTC. */
  from?: string;
  to?: string;
};

/** What an event can be, in the order of the chip's list. */
export const LOGGED_TYPES = [
  "payment_request.pending",
  "payment_request.succeeded",
  "payment_request.failed",
  "payment_request.cancelled",
  "payment_request.expired",
  "payment_request.reversed",
  "payment_link.used",
  "payment_link.expired",
  "payment_link.cancelled",
  "webhook.test",
] as const;
export type EventTypeName = (typeof LOGGED_TYPES)[number];

const STATUSES: readonly DeliveryStatus[] = ["waiting", "delivered", "failed", "no_destination"];

/** In the address, the default URL: no endpoint is called so. */
const DEFAULT_URL = "*";
const ABOUT = /^(evt_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filter and the page that an address asks for. What no page ever wrote there is passed over. */
export function readSearch(search: Search): { filter: LogFilter; cursor?: string } {
  const types = LOGGED_TYPES.filter((type) => allOf(search, "type").includes(type));
  const status = knownOf(search, "status", STATUSES);
  const [to, about, cursor] = [textOf(search, "to"), textOf(search, "about"), cursorOf(search)];
  const [from, until] = [timeOf(search, "from"), timeOf(search, "until")];
  return {
    filter: {
      ...(types.length > 0 ? { types } : {}),
      ...(status ? { status } : {}),
      ...(to ? { endpoint: to === DEFAULT_URL ? null : to.slice(0, 63) } : {}),
      ...(about && ABOUT.test(about) ? { about } : {}),
      ...(from ? { from } : {}),
      ...(until ? { to: until } : {}),
    },
    ...(cursor ? { cursor } : {}),
  };
}

/** The address of a page of the log: what `readSearch` reads. `fixed`: the page itself names the endpoint. */
export function logPath(path: string, filter: LogFilter, options: { cursor?: string; fixed?: boolean } = {}): string {
  const { endpoint } = filter;
  return addressOf(path, {
    type: filter.types,
    status: filter.status,
    to: endpoint === undefined || options.fixed ? undefined : (endpoint ?? DEFAULT_URL),
    about: filter.about,
    from: filter.from,
    until: filter.to,
    at: options.cursor,
  });
}

/** The parts of a filter that a person set and can take away, each with its words; the status has its tabs. */
export function setParts(filter: LogFilter, fixed: boolean): { words: string; rest: LogFilter }[] {
  const parts: { words: string; rest: LogFilter }[] = [];
  if (filter.status) parts.push({ words: "its state", rest: without(filter, "status") });
  if (filter.types) parts.push({ words: "the event", rest: without(filter, "types") });
  if (filter.endpoint !== undefined && !fixed) parts.push({ words: "the endpoint", rest: without(filter, "endpoint") });
  if (filter.about) parts.push({ words: "the payment", rest: without(filter, "about") });
  if (filter.from || filter.to) parts.push({ words: "the time", rest: without(filter, "from", "to") });
  return parts;
}

/** All that the tabs count, together. */
export function totalOf(counts: Log["counts"], status?: DeliveryStatus): Counted {
  const all = status ? [counts[status]] : Object.values(counts);
  return { count: all.reduce((sum, { count }) => sum + count, 0), orMore: all.some(({ orMore }) => orMore) };
}
