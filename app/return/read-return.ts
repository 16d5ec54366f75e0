import { decodeJwt } from "jose";

/** What a bank's answer to a redirect may hold (OAuth 2.0, OpenID Connect, JARM); whatever else a bank adds is left out. */
const NAMES = ["state", "code", "id_token", "response", "error", "error_description", "iss"] as const;

const MAX_STATE_CHARACTERS = 200;
/** Signed answers carry claims and certificates; more is no answer of a bank. */
const MAX_PARAM_CHARACTERS = 16_384;

/** A bank's answer, and the `state` by which it is known whose it is. Neither is believed: they are checked elsewhere. */
export type BankReturn = { state: string; params: Record<string, string> };

/** Reads a bank's answer; null for what cannot be one. A parameter that is given twice is none (RFC 6749 §3.1). */
export function readReturn(given: URLSearchParams): BankReturn | null {
  const params: Record<string, string> = {};
  for (const name of NAMES) {
    const [value, second] = given.getAll(name);
    if (second !== undefined || (value?.length ?? 0) > MAX_PARAM_CHARACTERS) return null;
    if (value !== undefined) params[name] = value;
  }
  const state = params["response"] === undefined ? params["state"] : stateIn(params["response"]);
  if (state === undefined || state === "" || state.length > MAX_STATE_CHARACTERS) return null;
  return { state, params };
}

/** Whether an address names an answer at all; where it does not, the answer may stand in the fragment. */
export function namesAnswer(given: URLSearchParams): boolean {
  return given.has("state") || given.has("response");
}

/** The `state` of a response object (JARM §2.1), unverified: it only tells which bank's keys to check it with. */
function stateIn(response: string): string | undefined {
  try {
    const { state } = decodeJwt(response);
    return typeof state === "string" ? state : undefined;
  } catch {
    return undefined;
  }
}
