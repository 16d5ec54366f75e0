import type { DeliveryState } from "@/server/webhooks/log/delivery-state";
import { type Counted, formatCount } from "../../ui/filter/filter-address";
import type { StatusLabel } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { formatNumber, plural } from "../../ui/text";
import { formatSeconds } from "../../ui/time/duration";

type DeliverySummary = Outputs["payments"]["list"]["items"][number]["webhooks"];

/** The webhooks of a payment in one status; null: none is to be sent. `short`: for a column of 7 rem, beside the title. */
export function formatDeliverySummary(
  summary: DeliverySummary,
): (StatusLabel & { short: string; title: string }) | null {
  const { state, delivered, all } = summary;
  if (state === "none") return null;
  const label = deliveryLabel(state);
  const short = isStopped(state) ? "Waiting" : label.word;
  return { ...label, short, title: `${label.word}: ${delivered} of ${all} delivered` };
}

const SCHEDULED_ATTEMPTS = 10;

/** The number of an attempt, of the most that its delivery has: those of the schedule, and those that a person brought forward. */
export function formatAttempt(number: number, { resent }: { resent: number }): string {
  return `${number} of ${SCHEDULED_ATTEMPTS + resent}`;
}

const LABELS: Record<DeliveryState, StatusLabel> = {
  delivered: { tone: "good", glyph: "done", word: "Delivered" },
  failed: { tone: "bad", glyph: "fail", word: "Failed" },
  no_endpoint: { tone: "mute", glyph: "stop", word: "No endpoint" },
  sending: { tone: "accent", glyph: "half", word: "Sending" },
  endpoint_disabled: { tone: "warn", glyph: "stop", word: "Fails when due, endpoint disabled" },
  endpoint_paused: { tone: "warn", glyph: "pause", word: "Waiting, endpoint paused" },
  endpoint_failing: { tone: "warn", glyph: "warn", word: "Waiting, endpoint failing" },
  retrying: { tone: "warn", glyph: "half", word: "Retrying" },
  pending: { tone: "accent", glyph: "open", word: "Pending" },
};

/** On a payment, a demo's sample: it was never sent, whatever its state. */
export const SAMPLE_DELIVERY: StatusLabel = { tone: "mute", glyph: "stop", word: "Sample delivery" };

/** A delivery's state as it is shown everywhere. */
export function deliveryLabel(state: DeliveryState): StatusLabel {
  return LABELS[state];
}

/** Whether the endpoint is stopped, so that no attempt has a time. */
export function isStopped(state: DeliveryState): boolean {
  return state === "endpoint_disabled" || state === "endpoint_paused" || state === "endpoint_failing";
}

/** When the next attempt is; null: none is scheduled, or the endpoint stops it. */
export function nextAttemptAt({ state, dueAt }: { state: DeliveryState; dueAt: string }): string | null {
  return state === "retrying" ? dueAt : null;
}

/** The response to an attempt: its status code. */
export function formatResponse(attempt: { status: number | null }): string {
  return attempt.status === null ? "No response" : String(attempt.status);
}

/** The time until a moment: `in 4 min 40 s`; `now` when it has come. */
export function formatUntil(at: string, now: number): string {
  const seconds = Math.ceil((Date.parse(at) - now) / 1000);
  return seconds <= 0 ? "now" : `in ${formatSeconds(seconds)}`;
}

type ResendCount = Omit<Outputs["webhooks"]["log"]["countResend"], "until" | "waiting">;
type Obstacle = Pick<ResendCount["stopped"][number], "name" | "count">;

/** What a resend does, one sentence for each outcome; the counts of the sentences add up to the count of the resend. */
export function formatResend({ count, orMore, due, failing, stopped }: ResendCount): string[] {
  const others = [...failing, ...stopped].reduce((sum, obstacle) => sum + obstacle.count, 0);
  const now = count - others;
  const goes = ({ name, count }: Obstacle) =>
    `${formatNumber(count)} ${count === 1 ? "goes" : "go"} to ${name ?? "the default URL"}`;
  return [
    count === 0 && due === 0
      ? "Nothing to resend: all deliveries in this list were delivered or have already been resent."
      : null,
    orMore ? `More than ${formatNumber(count)} match. These are the first; resend again for the rest.` : null,
    now > 0 ? `${plural(now, "event")} will be resent now.` : null,
    ...stopped.map((one) =>
      one.state === "endpoint_paused"
        ? `${goes(one)}, which is paused; ${one.count === 1 ? "it is" : "they are"} sent when the endpoint resumes.`
        : `${goes(one)}, which is failing; ${one.count === 1 ? "it is" : "they are"} sent when the endpoint responds again.`,
    ),
    ...failing.map((one) => `${goes(one)} and will fail: ${one.reason}.`),
    due > 0
      ? `${formatNumber(due)} queued ${due === 1 ? "delivery needs no resend: it is" : "deliveries need no resend: they are"} sent as soon as the endpoint is ready.`
      : null,
  ].filter((sentence) => sentence !== null);
}

/** The label of the button that resends all deliveries of a list; null: there is none to resend. */
export function resendLabel(
  status: string | undefined,
  counts: Outputs["webhooks"]["log"]["search"]["counts"],
): string | null {
  const { waiting, delivered, failed, no_destination: withoutEndpoint } = counts;
  switch (status) {
    case "waiting":
      // Those that are due need no resend, so the number of the tab is not the number of the resend.
      return waiting.count > 0 ? "Resend queued deliveries" : null;
    case "failed":
      return resendAll(failed, "failed ");
    case "delivered":
      return resendAll(delivered);
    case "no_destination":
      return resendAll(withoutEndpoint);
    default:
      return waiting.count + failed.count + withoutEndpoint.count > 0 ? "Resend undelivered events" : null;
  }
}

function resendAll(counted: Counted, kind = ""): string | null {
  if (counted.count === 0) return null;
  return `Resend ${formatCount(counted)} ${kind}${counted.count === 1 ? "delivery" : "deliveries"}`;
}
