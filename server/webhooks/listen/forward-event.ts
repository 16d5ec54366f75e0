import { now } from "../../lib/clock";
import { sendRequest } from "../../lib/http-client";
import { deliveryHeaders } from "../delivery-headers";

/** For the whole exchange: what a delivery's receiver has, too. */
const DEADLINE_MS = 15_000;

/** What a local address made of an event: took it (2xx), did not, or was not there and has seen nothing of it. */
export type LocalAnswer = {
  kind: "taken" | "refused" | "absent";
  status: number | null;
  /** Why it was not taken. */
  reason: string | null;
  durationMs: number;
};

/** Sends an event once, as a delivery of this moment is: the same bytes and headers, freshly signed. No redirect is followed. */
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

/** Null: it is 2xx. */
function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `redirect (${status}), not followed` : `status ${status}`;
}
