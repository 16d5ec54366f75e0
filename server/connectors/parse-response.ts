import type { Failure } from "./port";

/** A 2xx response that cannot be parsed or trusted: what the bank did is unknown. */
export function unreadable(what: string): Failure {
  return { ok: false, kind: "unknown", detail: `The bank's response does not conform to the standard: ${what}`.trim() };
}

/** Parses JSON; `{}` for an empty body, undefined for invalid JSON. */
export function parseJson(body: string): unknown {
  if (body.trim() === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
