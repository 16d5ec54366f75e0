import { fittingOf, type Search, textOf, UUID } from "../../ui/filter/filter-address";
import { filterOf, fitting, oneOf, onlySet } from "../../ui/filter/filter-fields";
import { TIME_FIELDS } from "../../ui/filter/filter-span";
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

const CALLS = filterOf<CallsFilter>(
  {
    outcome: ["outcome", oneOf(OUTCOMES)],
    endpoint: ["operation", fitting(NAME)],
    actor: ["by", fitting(NAME)],
    errorCode: ["error", fitting(NAME)],
    ...TIME_FIELDS,
    search: ["q", textOf],
  },
  [
    ["response", ["outcome"]],
    ["operation", ["endpoint"]],
    ["API key", ["actor"]],
    ["error", ["errorCode"]],
    ["date", ["from", "to"]],
    ["search", ["search"]],
  ],
);
export const { values: callsSearch, parts: setCallsParts } = CALLS;

/** Reads filter, cursor and open request from an address. Unknown values are ignored. */
export function readCallsSearch(search: Search): { filter: CallsFilter; cursor?: string; call?: string } {
  return onlySet({ ...CALLS.read(search), call: fittingOf(search, "call", UUID) });
}

/** The address of a page of the log. */
export function callsPath(filter: CallsFilter, at: { cursor?: string | undefined; call?: string | undefined } = {}) {
  return CALLS.address(CALLS_PATH, filter, { at: at.cursor, call: at.call });
}
