import { newId } from "../lib/ids";

/** The caller's X-Request-Id if it is valid, otherwise our own (contract, "Errors"). */
export function requestIdOf(headers: { get(name: string): string | null }, own?: string): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : (own ?? newId());
}
