import type { Failure } from "./port";

/** A success that cannot be read or believed: the bank did something, and we do not know what. */
export function unreadable(what: string): Failure {
  return { ok: false, kind: "unknown", detail: `The bank's answer does not fit the standard: ${what}`.trim() };
}

/** JSON; `{}` of an empty body, undefined where it is none. */
export function parseJson(body: string): unknown {
  if (body.trim() === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
