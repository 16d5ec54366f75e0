import { addressOf, cursorOf, knownOf, type Search, textOf, timeOf, UUID } from "../../ui/filter/filter-address";
import { fittingOf, onlySet, setPartsOf } from "../../ui/filter/filter-span";
import type { Outputs } from "../../ui/queries";

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
/** The form of an operationId. */
const NAME = /^[\w-]{1,64}$/;

/** Reads filter, cursor and open request from an address. Unknown values are ignored. */
export function readCallsSearch(search: Search): { filter: CallsFilter; cursor?: string; call?: string } {
  const filter = onlySet<CallsFilter>({
    outcome: knownOf(search, "outcome", OUTCOMES),
    endpoint: fittingOf(search, "operation", NAME),
    actor: fittingOf(search, "by", NAME),
    errorCode: fittingOf(search, "error", NAME),
    from: timeOf(search, "from"),
    to: timeOf(search, "until"),
    search: textOf(search, "q"),
  });
  return onlySet({ filter, cursor: cursorOf(search), call: fittingOf(search, "call", UUID) });
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
  return setPartsOf(filter, [
    ["response", ["outcome"]],
    ["operation", ["endpoint"]],
    ["API key", ["actor"]],
    ["error", ["errorCode"]],
    ["date", ["from", "to"]],
    ["search", ["search"]],
  ]);
}
