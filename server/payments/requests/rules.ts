import type { AttemptState } from "../attempts/attempt-states";
import type { PaymentStatus } from "./schema";

/** Validity of a payment token (spec, "Limits"). */
export const PAYMENT_TOKEN_TTL_S = 15 * 60;
/** For so long after the QR code was opened, the first screen waits for the second one. */
export const SECOND_SCREEN_FOR_S = 15 * 60;
/** An attempt without an answer is recovered after this: longer than the slowest call (two steps of 15 s, retried once after 5 s). */
export const RECOVERY_AFTER_S = 45;
/** With no final answer after this long the request says `unresolved`; it stays pending. */
export const UNRESOLVED_AFTER_H = 72;
/** Where our call moves the money: an approval later than this after the hand-over does not count (contract §5). */
export const APPROVAL_WITHIN_S = 30 * 60;
/** For this long after completion the status is still fetched, because a bank may reverse it. */
export const POLL_AFTER_PAID_FOR_S = 7 * 24 * 3600;
/** Personal data of an attempt is erased this long after its end. */
export const ERASE_AFTER_D = 30;
/** For this long the same key and bytes are sent again (Open Banking UK: 24 h; Berlin Group: "an acceptable time"). */
export const REPEAT_SUBMISSION_FOR_S = 24 * 3600;
export const REPEAT_INITIATION_FOR_S = 15 * 60;
/** At most one early status fetch of an attempt in so long, however many notifications arrive. */
export const EARLY_QUESTION_PAUSE_S = 5;
/** An attempt is slow after so many fetches since its last change: 1 min after a return, 30 s in an app, else 15 min. */
export const SLOW_AFTER = 6;
/** No bank works on a call for so long: if its approval is unused then, no try of the submission was or will be carried out. */
export const SUBMISSION_OVER_AFTER_S = 10 * 60;
/** Open Banking UK: wait at least a second before the same key is sent again. */
export const REPEAT_PAUSE_MS = 1_000;

/**
 * While a payment is started, a cancellation is stored, and carried out after the call (contract §5). Not in INIT_UNKNOWN: the
 * bank may never say that it has the payment, and until then there is nothing that it could cancel.
 */
const CANCELLABLE: ReadonlySet<AttemptState> = new Set(["INITIATING", "AWAITING_AUTH"]);

/**
 * Whether a payment can be cancelled: it is pending, not being cancelled, and not approved at a bank. `live`: the state of
 * the live attempt; null without one.
 */
export function mayCancel(
  { status, cancelRequestedAt }: { status: PaymentStatus; cancelRequestedAt: Date | null },
  live: AttemptState | null,
): boolean {
  return status === "pending" && !cancelRequestedAt && (live === null || CANCELLABLE.has(live));
}

const SECONDS_AFTER_RETURN = [1, 2, 4, 8, 15, 30];
/** Where the customer approves in the bank's app, which brings no return: seconds between fetches, up to an age. */
const IN_APP_PLAN = [
  { upToAgeS: 2 * 60, everyS: 5 },
  { upToAgeS: 10 * 60, everyS: 10 },
];
const FIRST_POLL_S = 30;
const LONGEST_EARLY_POLL_S = 5 * 60;
const HOUR_S = 3600;
/** Seconds between the fetches after completion: few, because most banks report nothing later. */
const HOURS_AFTER_PAID = [1 / 12, 1, 6, 24, 24, 48, 72];
const JITTER = 0.2;

export type PollFacts = {
  /** Fetches since the last change. */
  polls: number;
  ageS: number;
  returned: boolean;
  paid: boolean;
  /** The customer was not redirected: the bank asks in its app. */
  inApp: boolean;
  /** Seconds until time blocks the submission; null where it does not. */
  blockedInS: number | null;
};

/** The NOTIFY channel of what a checkout shows; payload: the id of a payment request or a payment link. */
export const CHECKOUT_CHANNEL = "bankside_checkout";

/**
 * Seconds until the next status fetch: 1, 2, 4, 8, 15, 30 after the customer's return; without one, every 5 s for 2 min
 * and every 10 s until 10 min if the bank asks in its app; else 30 s doubling to 5 min for an hour, every 15 min for a
 * day, then hourly; each ± 20 %. Once it is paid, a few times over a week. Never later than a block is due. `random` is
 * in [0, 1).
 */
export function nextPollInS({ polls, ageS, returned, paid, inApp, blockedInS }: PollFacts, random: number): number {
  const jittered = (seconds: number) => seconds * (1 - JITTER + 2 * JITTER * random);
  if (paid) return jittered((HOURS_AFTER_PAID[polls] ?? 24) * HOUR_S);
  const atMost = (seconds: number) => (blockedInS === null ? seconds : Math.max(0, Math.min(seconds, blockedInS)));
  const whileInApp = inApp ? IN_APP_PLAN.find(({ upToAgeS }) => ageS < upToAgeS)?.everyS : undefined;
  const soon = returned ? SECONDS_AFTER_RETURN[polls] : whileInApp;
  if (soon !== undefined) return atMost(jittered(soon));
  if (ageS > 24 * HOUR_S) return atMost(jittered(HOUR_S));
  if (ageS > HOUR_S) return atMost(jittered(15 * 60));
  return atMost(jittered(Math.min(FIRST_POLL_S * 2 ** Math.min(polls, 10), LONGEST_EARLY_POLL_S)));
}
