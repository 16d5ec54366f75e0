import { createHmac } from "node:crypto";
import { verifyWebhook } from "../../client/src/verify-webhook";
import type { RecordedCall } from "./processes/receiver";
import type { Endpoint } from "./shops";

/** The clock is read before a call is signed, and in whole seconds. */
const SKEW_MS = 1_000;

/** First implementation: the secret, valid at the call's second, that gives its signature. Null: none does. */
export function secretOf({ secrets }: Endpoint, call: RecordedCall, body: Buffer): string | null {
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(call.signature ?? "") ?? [];
  if (t === "" || t !== call.timestamp) return null;
  const atMs = Number(t) * 1000;
  for (const { secret, fromMs, untilMs } of secrets ?? []) {
    const isValid = fromMs - SKEW_MS <= atMs && atMs <= untilMs + SKEW_MS;
    if (isValid && createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex") === v1) return secret;
  }
  return null;
}

/** Second implementation: the integrators' client. */
export async function clientBelieves(secret: string, call: RecordedCall, body: Buffer): Promise<boolean> {
  const now = new Date(Number(call.timestamp) * 1000);
  const headers = { "x-signature": call.signature ?? "" };
  return verifyWebhook({ payload: body, headers, secret, now }).then(
    ({ id }) => id === call.event,
    () => false,
  );
}
