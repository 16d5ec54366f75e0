import { now } from "../lib/clock";
import type { HttpAnswer } from "../lib/net/http-client";

/** `{ retryAfterS }` of a Retry-After header: seconds, or a date (RFC 9110 §10.2.3). Other values are ignored. */
export function retryAfterOf({ headers }: Pick<HttpAnswer, "headers">): { retryAfterS?: number } {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return { retryAfterS: Number(text) };
  const untilMs = Date.parse(text);
  return Number.isNaN(untilMs) ? {} : { retryAfterS: Math.max(0, Math.ceil((untilMs - now().getTime()) / 1000)) };
}
