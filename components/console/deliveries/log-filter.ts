import { addressOf, allOf, cursorOf, knownOf, type Search, textOf, timeOf } from "../../ui/filter/filter-address";
import { fittingOf, onlySet, setPartsOf } from "../../ui/filter/filter-span";
import type { Outputs } from "../../ui/queries";

type Log = Outputs["webhooks"]["log"]["search"];
export type DeliveryStatus = keyof Log["counts"];

/** The filter of the delivery log, as its procedure takes it. */
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

/** The event types, in the order of the filter's list. */
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

/** The default URL in an address: no endpoint can have this name. */
const DEFAULT_URL = "*";
/** The ID of a payment request, a payment link or an event. */
export const ABOUT = /^(evt_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads filter and cursor from an address. Unknown values are ignored. */
export function readSearch(search: Search): { filter: LogFilter; cursor?: string } {
  const types = LOGGED_TYPES.filter((type) => allOf(search, "type").includes(type));
  const to = textOf(search, "to")?.slice(0, 63);
  const filter = onlySet<LogFilter>({
    types: types.length > 0 ? types : undefined,
    status: knownOf(search, "status", STATUSES),
    endpoint: to === DEFAULT_URL ? null : to,
    about: fittingOf(search, "about", ABOUT),
    from: timeOf(search, "from"),
    to: timeOf(search, "until"),
  });
  return onlySet({ filter, cursor: cursorOf(search) });
}

type PathOptions = { cursor?: string | undefined; fixed?: boolean; delivery?: string | undefined };

/**
 * The address of a page of the log: what `readSearch` reads. `fixed`: the page itself names the endpoint. `delivery`: the
 * open one.
 */
export function logPath(path: string, filter: LogFilter, options: PathOptions = {}): string {
  const { endpoint } = filter;
  return addressOf(path, {
    type: filter.types,
    status: filter.status,
    to: endpoint === undefined || options.fixed ? undefined : (endpoint ?? DEFAULT_URL),
    about: filter.about,
    from: filter.from,
    until: filter.to,
    at: options.cursor,
    delivery: options.delivery,
  });
}

/** The parts of a filter that can be removed, each with its name and the filter without it. */
export function setParts(filter: LogFilter, fixed: boolean): { words: string; rest: LogFilter }[] {
  return setPartsOf(filter, [
    ["status", ["status"]],
    ["event", ["types"]],
    ["endpoint", fixed ? [] : ["endpoint"]],
    ["payment", ["about"]],
    ["date", ["from", "to"]],
  ]);
}
