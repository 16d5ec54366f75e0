import type { SafeAnswer } from "../../lib/net/safe-fetch";

/** Seconds between attempts (contract, "Events and deliveries"): ten attempts over three days. */
export const RETRY_SCHEDULE_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600];
const JITTER = 0.2;
const MAX_RETRY_AFTER_S = 24 * 3600;

/** The delivery's state after an attempt. `error`: why it failed, shown to the merchant. */
export type Step =
  | { status: "delivered" }
  | { status: "waiting"; error: string; dueInS: number }
  | { status: "failed"; error: string };

/**
 * The step after an attempt. `tries`: attempts so far, including this one, without those that a person brought forward.
 * None if that was the first one. 2xx: delivered. 410: failed, without retries.
 * Everything else is retried by the schedule, or later if Retry-After says so (RFC 9110 §10.2.3), up to 24 h. `random`:
 * 0 to 1.
 */
export function retryStep(tries: number, answer: SafeAnswer, now: Date, random: number): Step {
  const error = errorOf(answer);
  if (error === null) return { status: "delivered" };
  const planS = RETRY_SCHEDULE_S[Math.max(0, tries - 1)];
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
  return status === 410 ? "gone (410), no more retries" : `status ${status}`;
}

/** The seconds of a Retry-After, given as a number or a date; 0: missing or invalid. */
function retryAfterS(header: string | string[] | undefined, now: Date): number {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}
