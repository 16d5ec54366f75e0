import { endLease, type Lease } from "../jobs/leased-rows";
import { now, unixSeconds } from "../lib/clock";
import { open } from "../lib/crypto";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { NOTHING_MEASURED, type SafeAnswer, safeFetch } from "../lib/safe-fetch";
import { type DeliveryRow, findDelivery, insertTry, type TryRow, updateDelivery } from "./delivery-store";
import { publicEventId } from "./record-event";
import { nextStep } from "./rules";
import { signature } from "./sign";
import { type NoTarget, type Target, targetOf } from "./target-of";

const TABLE = "webhook_deliveries";
const USER_AGENT = "Bankside-Webhooks/1";

/**
 * Makes one try of a delivery in hand, with the URL and the secret of this moment, and records it. A destination that
 * takes it no more ends the delivery, and there is no try. No transaction is open during the call; the outcome is written
 * only while the lease holds, so that a row that another worker took in the meantime stays that worker's. A crash before
 * the outcome means that the same event is sent again: at least once.
 */
export async function deliver(lease: Lease): Promise<void> {
  const delivery = await findDelivery(db(), lease.id);
  if (!delivery) return;
  const target = await targetOf(delivery);
  if (target.url === null) return endUnsent(lease, target);
  const at = now();
  const { headers, answer } = await send(delivery, target, at);
  const tries = delivery.tries + 1;
  const step = nextStep(tries, answer, now(), Math.random());
  const waits = step.status === "waiting";
  const attempt: TryRow = {
    number: tries,
    at,
    url: target.url,
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
  { url, secret: sealed }: Target,
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
  if (sealed) {
    const secret = openSecret(sealed);
    // Never unsigned instead: a receiver that checks would refuse it, and one that does not would learn not to.
    if (secret === null)
      return {
        headers,
        answer: { kind: "failed", reason: "the signing secret cannot be opened", ...NOTHING_MEASURED },
      };
    headers["X-Signature"] = signature(secret, timestampS, body);
  }
  return { headers, answer: await safeFetch(url, { method: "POST", headers, body }) };
}

function openSecret({ sealed, rowId }: NonNullable<Target["secret"]>): string | null {
  try {
    return open(sealed, rowId);
  } catch (error) {
    log().error({ error, row: rowId }, "a webhook secret cannot be opened");
    return null;
  }
}

async function endUnsent(lease: Lease, { status, reason }: NoTarget): Promise<void> {
  const written = await db().$transaction(async (tx) => {
    if (!(await endLease(tx, TABLE, lease))) return false;
    await updateDelivery(tx, lease.id, { status, reason });
    return true;
  });
  log().info({ delivery: lease.id, outcome: status, reason, written }, "webhook not sent");
}
