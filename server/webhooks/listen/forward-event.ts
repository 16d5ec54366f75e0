import { now } from "../../lib/clock";
import { sendRequest } from "../../lib/http-client";
import { deliveryHeaders } from "../delivery-headers";

/** Timeout of the whole exchange, as for a delivery. */
const DEADLINE_MS = 15_000;

/** The result at the local address: 2xx, another response, or unreachable. */
export type LocalAnswer = {
  kind: "taken" | "refused" | "absent";
  status: number | null;
  /** Why it failed. */
  reason: string | null;
  durationMs: number;
};

/** Sends an event once, like a delivery of now: same bytes and headers, new signature, no redirects. */
export async function forwardEvent(
  url: string,
  event: { id: string; body: string },
  secret: string,
): Promise<LocalAnswer> {
  const headers = deliveryHeaders(event, secret, now());
  const startedAt = performance.now();
  const result = await sendRequest({ method: "POST", url, headers, body: event.body, deadlineMs: DEADLINE_MS });
  const durationMs = Math.round(performance.now() - startedAt);
  if (result.kind !== "answered") {
    if (result.kind === "not-sent") return { kind: "absent", status: null, reason: result.detail, durationMs };
    const isLate = durationMs >= DEADLINE_MS;
    const reason = isLate ? `no answer within ${DEADLINE_MS / 1000} s` : `no whole answer (${result.detail})`;
    return { kind: "refused", status: null, reason, durationMs };
  }
  const { status } = result.answer;
  const reason = reasonOf(status);
  return { kind: reason === null ? "taken" : "refused", status, reason, durationMs };
}

/** Null: 2xx. */
function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `redirect (${status}), not followed` : `status ${status}`;
}
