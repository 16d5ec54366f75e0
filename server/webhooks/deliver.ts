import { endLease, type Lease } from "../jobs/leased-rows";
import { now, unixSeconds } from "../lib/clock";
import { open } from "../lib/crypto";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { type SafeAnswer, safeFetch } from "../lib/safe-fetch";
import { publicEventId } from "./record-event";
import { nextStep } from "./rules";
import { signature } from "./sign";
import {
  type DefaultRow,
  type DeliveryRow,
  findDefault,
  findDelivery,
  insertTry,
  type TryRow,
  updateDelivery,
} from "./store";

const TABLE = "webhook_deliveries";
const USER_AGENT = "Bankside-Webhooks/1";

/**
 * Makes one try of a delivery in hand, with the URL and the secret of this moment, and records it. No transaction is
 * open during the call; the outcome is written only while the lease holds, so that a row that another worker took in
 * the meantime stays that worker's. A crash before the outcome means that the same event is sent again: at least once.
 */
export async function deliver(lease: Lease): Promise<void> {
  const delivery = await findDelivery(db(), lease.id);
  if (!delivery) return;
  const destination = await findDefault(db(), delivery.merchantId);
  if (!destination?.url) return endWithoutDestination(lease);
  const at = now();
  const { headers, answer } = await send(delivery, destination, destination.url, at);
  const tries = delivery.tries + 1;
  const step = nextStep(tries, answer, now(), Math.random());
  const waits = step.status === "waiting";
  const attempt: TryRow = {
    number: tries,
    at,
    url: destination.url,
    requestHeaders: headers,
    status: answer.kind === "answered" ? answer.status : null,
    responseHeaders: answer.kind === "answered" ? answer.headers : null,
    responseBody: answer.kind === "answered" ? answer.body : null,
    durationMs: answer.durationMs,
    error: step.status === "delivered" ? null : step.error,
    nextTryAt: waits ? new Date(now().getTime() + step.dueInS * 1000) : null,
  };
  const written = await db().$transaction(async (tx) => {
    if (!(await endLease(tx, TABLE, lease, waits ? step.dueInS : undefined))) return false;
    await insertTry(tx, delivery.id, attempt);
    await updateDelivery(tx, delivery.id, { status: step.status, tries, reason: attempt.error });
    return true;
  });
  log().info(
    { delivery: delivery.id, event: publicEventId(delivery.event.id), tries, outcome: step.status, written },
    "webhook tried",
  );
}

async function send(
  delivery: DeliveryRow,
  destination: DefaultRow,
  url: string,
  at: Date,
): Promise<{ headers: Record<string, string>; answer: SafeAnswer }> {
  const { body } = delivery.event;
  const timestampS = unixSeconds(at);
  const headers: Record<string, string> = {
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "X-Event-Id": publicEventId(delivery.event.id),
    "X-Timestamp": String(timestampS),
  };
  if (destination.secretSealed) {
    const secret = openSecret(destination.secretSealed, delivery.merchantId);
    // Never unsigned instead: a receiver that checks would refuse it, and one that does not would learn not to.
    if (secret === null)
      return { headers, answer: { kind: "failed", reason: "the signing secret cannot be opened", durationMs: 0 } };
    headers["X-Signature"] = signature(secret, timestampS, body);
  }
  return { headers, answer: await safeFetch(url, { method: "POST", headers, body }) };
}

function openSecret(sealed: Uint8Array, merchantId: string): string | null {
  try {
    return open(sealed, merchantId);
  } catch (error) {
    log().error({ error, merchant: merchantId }, "a webhook secret cannot be opened");
    return null;
  }
}

async function endWithoutDestination(lease: Lease): Promise<void> {
  await db().$transaction(async (tx) => {
    if (await endLease(tx, TABLE, lease))
      await updateDelivery(tx, lease.id, { status: "no_destination", reason: null });
  });
}
