import { addressOf, cursorOf, knownOf, type Search, textOf, timeOf, without } from "../../ui/filter/filter-address";
import type { Outputs } from "../frame/queries";

export type CallLog = Outputs["developers"]["calls"]["search"];
export type LoggedCall = CallLog["items"][number];
export type CallOutcome = keyof CallLog["counts"];

/** The filter of the request log, as its procedure takes it, without the mode. */
export type CallsFilter = {
  outcome?: CallOutcome;
  endpoint?: string;
  actor?: string;
  errorCode?: string;
  /** ISO 8601, UTC. */
  from?: string;
  to?: string;
  search?: string;
};

export const CALLS_PATH = "/console/requests";

const OUTCOMES: readonly CallOutcome[] = ["taken", "refused", "failed"];
/** The form of an operationId and of an ID. */
const NAME = /^[\w-]{1,64}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads filter, cursor and open request from an address. Unknown values are ignored. */
export function readCallsSearch(search: Search): { filter: CallsFilter; cursor?: string; call?: string } {
  const named = (name: string) => {
    const text = textOf(search, name);
    return text && NAME.test(text) ? text : undefined;
  };
  const outcome = knownOf(search, "outcome", OUTCOMES);
  const [endpoint, actor, errorCode] = [named("operation"), named("by"), named("error")];
  const [from, to, text] = [timeOf(search, "from"), timeOf(search, "until"), textOf(search, "q")];
  const [cursor, call] = [cursorOf(search), textOf(search, "call")];
  return {
    filter: {
      ...(outcome ? { outcome } : {}),
      ...(endpoint ? { endpoint } : {}),
      ...(actor ? { actor } : {}),
      ...(errorCode ? { errorCode } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
      ...(text ? { search: text } : {}),
    },
    ...(cursor ? { cursor } : {}),
    ...(call && ID.test(call) ? { call } : {}),
  };
}

/** The parts of an address that `readCallsSearch` reads. */
export function callsSearch(filter: CallsFilter, at: { cursor?: string | undefined; call?: string | undefined } = {}) {
  return {
    outcome: filter.outcome,
    operation: filter.endpoint,
    by: filter.actor,
    error: filter.errorCode,
    from: filter.from,
    until: filter.to,
    q: filter.search,
    at: at.cursor,
    call: at.call,
  };
}

/** The address of a page of the log. */
export function callsPath(filter: CallsFilter, at: Parameters<typeof callsSearch>[1] = {}): string {
  return addressOf(CALLS_PATH, callsSearch(filter, at));
}

/** The parts of a filter that can be removed, each with its name and the filter without it. */
export function setCallsParts(filter: CallsFilter): { words: string; rest: CallsFilter }[] {
  const parts: { words: string; rest: CallsFilter }[] = [];
  if (filter.outcome) parts.push({ words: "response", rest: without(filter, "outcome") });
  if (filter.endpoint) parts.push({ words: "operation", rest: without(filter, "endpoint") });
  if (filter.actor) parts.push({ words: "API key", rest: without(filter, "actor") });
  if (filter.errorCode) parts.push({ words: "error", rest: without(filter, "errorCode") });
  if (filter.from || filter.to) parts.push({ words: "date", rest: without(filter, "from", "to") });
  if (filter.search) parts.push({ words: "search", rest: without(filter, "search") });
  return parts;
}
