import { decodeJwt } from "jose";
import { RETURN_PARAMS } from "@/server/connectors/port";

const MAX_STATE_CHARACTERS = 200;
/** Signed answers contain claims and certificates; longer values are rejected. */
const MAX_PARAM_CHARACTERS = 16_384;

/** A bank's answer, and the `state` that identifies its attempt or consent. Both are unverified here. */
export type BankReturn = { state: string; params: Record<string, string> };

/** Reads a bank's answer; null if it is not one. A repeated parameter is invalid (RFC 6749 §3.1). */
export function readReturn(given: URLSearchParams): BankReturn | null {
  const params: Record<string, string> = {};
  for (const name of RETURN_PARAMS) {
    const [value, second] = given.getAll(name);
    if (second !== undefined || (value?.length ?? 0) > MAX_PARAM_CHARACTERS) return null;
    if (value !== undefined) params[name] = value;
  }
  const state = params["response"] === undefined ? params["state"] : stateIn(params["response"]);
  if (state === undefined || state === "" || state.length > MAX_STATE_CHARACTERS) return null;
  return { state, params };
}

/** Whether the query contains an answer; if not, the answer may be in the fragment. */
export function namesAnswer(given: URLSearchParams): boolean {
  return given.has("state") || given.has("response");
}

/** The `state` of a response object (JARM §2.1), unverified: it only selects the bank whose keys verify the object. */
function stateIn(response: string): string | undefined {
  try {
    const { state } = decodeJwt(response);
    return typeof state === "string" ? state : undefined;
  } catch {
    return undefined;
  }
}
