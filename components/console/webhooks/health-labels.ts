import type { EndpointState } from "@/server/webhooks/health/endpoint-state";
import type { StatusLabel } from "../../ui/parts";
import { capitalize, formatNumber, formatShare } from "../../ui/text";

const FAILING: StatusLabel = { tone: "warn", glyph: "warn", word: "Failing" };

const LABELS: Record<EndpointState, StatusLabel> = {
  healthy: { tone: "good", glyph: "done", word: "Healthy" },
  failing: FAILING,
  circuit_open: FAILING,
  paused: { tone: "mute", glyph: "pause", word: "Paused" },
  disabled: { tone: "mute", glyph: "stop", word: "Disabled" },
};

/** An endpoint's state as it is shown everywhere. */
export function endpointLabel(state: EndpointState): StatusLabel {
  return LABELS[state];
}

/** Whether its deliveries wait until it is resumed, or until a half-open trial succeeds. */
export function isStopped(state: EndpointState): boolean {
  return state === "paused" || state === "circuit_open";
}

/** A count that stops at its bound: `more than 10,000`. */
export function boundedCount({ count, more }: { count: number; more: boolean }): string {
  return more ? `more than ${formatNumber(count)}` : formatNumber(count);
}

/** How many deliveries are queued, as the beginning of a sentence. */
export function formatQueued(waiting: { count: number; more: boolean }): string {
  if (waiting.count === 0) return "No deliveries queued";
  if (waiting.count === 1 && !waiting.more) return "1 delivery queued";
  return `${capitalize(boundedCount(waiting))} deliveries queued`;
}

/** The share of attempts that succeeded: `97.4 %`. Null: there was none. */
export function formatSuccessRate({ ok, failed }: { ok: number; failed: number }): string | null {
  return ok + failed === 0 ? null : formatShare(ok / (ok + failed));
}

/** How many endpoints are failing, for the sign in the navigation; null: none. */
export function formatFailingEndpoints(failing: readonly { name: string | null }[]): string | null {
  const [first] = failing;
  if (!first) return null;
  if (failing.length > 1) return `${failing.length} endpoints are failing`;
  return first.name === null ? "Default URL is failing" : "1 endpoint is failing";
}

/** The failed attempts since the last success, without a full stop: `The last 3 attempts failed: status 503`. */
export function formatFailedAttempts({ failures, lastError }: { failures: number; lastError: string | null }): string {
  const attempts = failures === 1 ? "attempt" : `${formatNumber(failures)} attempts`;
  return `The last ${attempts} failed${lastError ? `: ${lastError}` : ""}`;
}
