import { textOf, without } from "../../ui/filter/filter-address";
import { filterOf, fitting, oneOf, someOf } from "../../ui/filter/filter-fields";
import { TIME_FIELDS } from "../../ui/filter/filter-span";
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

const LOG = filterOf<LogFilter>(
  {
    types: ["type", someOf(LOGGED_TYPES)],
    status: ["status", oneOf(STATUSES)],
    endpoint: [
      "to",
      (search, param) => {
        const to = textOf(search, param)?.slice(0, 63);
        return to === DEFAULT_URL ? null : to;
      },
      (endpoint) => endpoint ?? DEFAULT_URL,
    ],
    about: ["about", fitting(ABOUT)],
    ...TIME_FIELDS,
  },
  [
    ["status", ["status"]],
    ["event", ["types"]],
    ["endpoint", ["endpoint"]],
    ["payment", ["about"]],
    ["date", ["from", "to"]],
  ],
);
export const { read: readSearch } = LOG;

type PathOptions = { cursor?: string | undefined; fixed?: boolean; delivery?: string | undefined };

/**
 * The address of a page of the log: what `readSearch` reads. `fixed`: the page itself names the endpoint. `delivery`: the
 * open one.
 */
export function logPath(path: string, filter: LogFilter, { cursor, fixed, delivery }: PathOptions = {}): string {
  return LOG.address(path, fixed ? without(filter, "endpoint") : filter, { at: cursor, delivery });
}

/** The parts of a filter that can be removed, each with its name and the filter without it. */
export function setParts(filter: LogFilter, fixed: boolean): { words: string; rest: LogFilter }[] {
  return LOG.parts(filter).filter(({ words }) => !fixed || words !== "endpoint");
}
