import type { SafeAnswer } from "../lib/safe-fetch";

/** Which payments a named endpoint takes. */
export const ENDPOINT_ENVIRONMENTS = ["Test", "Live", "Both"] as const;
export type EndpointEnvironment = (typeof ENDPOINT_ENVIRONMENTS)[number];

/** Why an endpoint cannot be told of a payment, live or a test; null when it can. */
export function endpointRefusal(
  { disabledAt, environment }: { disabledAt: Date | null; environment: string },
  test: boolean,
): string | null {
  if (disabledAt) return "the endpoint is disabled";
  if (environment === "Both" || environment === (test ? "Test" : "Live")) return null;
  return test ? "the endpoint takes live payments only" : "the endpoint takes test payments only";
}

/** Whether an endpoint asked for events of this type: it names some, or takes all. */
export function wants({ eventTypes }: { eventTypes: readonly string[] }, type: string): boolean {
  return eventTypes.length === 0 || eventTypes.includes(type);
}

/** Seconds from one try to the next (contract, "Events and deliveries"): ten tries over three days. */
export const SCHEDULE_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
const JITTER = 0.2;
const MAX_RETRY_AFTER_S = 24 * 3600;

/** What a try means for its delivery. `error` says why it was no success; it is shown as it stands. */
export type Step =
  | { status: "delivered" }
  | { status: "waiting"; error: string; dueInS: number }
  | { status: "failed"; error: string };

/**
 * Decides after a try. `tries` counts it in. 2xx is success; 410 Gone ends the delivery; everything else is tried again
 * until the schedule is over, later when the receiver asks for it (Retry-After, RFC 9110 §10.2.3). `random`: 0 to 1.
 */
export function nextStep(tries: number, answer: SafeAnswer, now: Date, random: number): Step {
  const error = errorOf(answer);
  if (error === null) return { status: "delivered" };
  const planS = SCHEDULE_S[tries - 1];
  if (planS === undefined || (answer.kind === "answered" && answer.status === 410)) return { status: "failed", error };
  const jitteredS = planS * (1 + JITTER * (2 * random - 1));
  const askedS = answer.kind === "answered" ? retryAfterS(answer.headers["retry-after"], now) : 0;
  return { status: "waiting", error, dueInS: Math.max(jitteredS, Math.min(askedS, MAX_RETRY_AFTER_S)) };
}

function errorOf(answer: SafeAnswer): string | null {
  if (answer.kind === "failed") return answer.reason;
  if (answer.kind === "refused") return `the address ${answer.reason}`;
  const { status } = answer;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `redirect (${status}), not followed`;
  return status === 410 ? "gone (410): the receiver wants no more tries" : `status ${status}`;
}

/** Seconds that a Retry-After asks for, as a number or a date; 0 when it says nothing sensible. */
function retryAfterS(header: string | string[] | undefined, now: Date): number {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}
