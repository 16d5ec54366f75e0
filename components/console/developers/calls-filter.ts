import { addressOf, cursorOf, knownOf, type Search, textOf, timeOf, without } from "../filter-address";
import type { Outputs } from "../queries";

export type CallLog = Outputs["developers"]["calls"]["search"];
export type LoggedCall = CallLog["items"][number];
export type CallOutcome = keyof CallLog["counts"];

/** Which calls a page shows: as the call takes it, beside the mode. */
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

export const CALLS_PATH = "/console/api-log";

const OUTCOMES: readonly CallOutcome[] = ["taken", "refused", "failed"];
/** operationIds and ids, as no other text looks. */
const NAME = /^[\w-]{1,64}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What an address asks for: the filter, the page, and the call that is open. What no page ever wrote is passed over. */
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

/** The parts of a filter that a person set and can take away, each with its words. */
export function setCallsParts(filter: CallsFilter): { words: string; rest: CallsFilter }[] {
  const parts: { words: string; rest: CallsFilter }[] = [];
  if (filter.outcome) parts.push({ words: "how it ended", rest: without(filter, "outcome") });
  if (filter.endpoint) parts.push({ words: "the operation", rest: without(filter, "endpoint") });
  if (filter.actor) parts.push({ words: "the credential", rest: without(filter, "actor") });
  if (filter.errorCode) parts.push({ words: "the error code", rest: without(filter, "errorCode") });
  if (filter.from || filter.to) parts.push({ words: "the time", rest: without(filter, "from", "to") });
  if (filter.search) parts.push({ words: "the search", rest: without(filter, "search") });
  return parts;
}
