import { now } from "../../lib/clock";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { systemGuard } from "../../lib/net/check-url";
import { NOTHING_MEASURED, type SafeAnswer, type SafeRequest, safeFetch } from "../../lib/net/safe-fetch";
import { publicEventId } from "../events/record-event";
import type { TryRow } from "./delivery-store";
import type { Prepared, ReadyCall } from "./prepare-deliveries";
import { type DeliveryEnding, recordEnding } from "./record-outcomes";
import { retryStep, type Step } from "./retry-schedule";

/** Delay of a delivery whose endpoint is being changed. */
const LATER_S = 0.25;

/**
 * Makes one attempt of a leased, prepared delivery and records it. An endpoint that is disabled or for another mode
 * ends the delivery without an attempt. No transaction is open during the call. The outcome is written only while the
 * lease is held, so a row that another worker has leased since is not changed. After a crash before that the same event
 * is sent again: delivery is at least once. A process that froze after the claim sends nothing: another worker may
 * be sending the delivery, and it is free when its lease ends.
 */
export async function deliver(prepared: Prepared): Promise<void> {
  if (prepared.kind === "ready" && performance.now() >= prepared.lease.sendBeforeMs) {
    log().warn({ delivery: prepared.lease.id }, "webhook not sent: its lease ends before a call would");
    return;
  }
  const ending = prepared.kind === "ready" ? await tryOnce(prepared) : withoutCall(prepared);
  const written = await recordEnding(ending);
  const { lease, tries, status, reason, attempt } = ending.row;
  const detail = attempt?.detail ?? undefined;
  const event = prepared.kind === "later" ? undefined : publicEventId(prepared.delivery.eventId);
  const message = ending.outcome ? "webhook attempted" : "webhook not sent";
  log().info({ delivery: lease.id, event, tries, outcome: status, reason, detail, written }, message);
}

async function tryOnce(call: ReadyCall): Promise<DeliveryEnding> {
  const { lease, delivery, url, fault } = call;
  const answer: SafeAnswer =
    fault === null
      ? await safeFetch(url, postOf(call), systemGuard(delivery.merchantId))
      : { kind: "failed", reason: fault, ...NOTHING_MEASURED };
  const tries = delivery.tries + 1;
  const step = retryStep(tries - delivery.resent, answer, now(), Math.random());
  const error = step.status === "delivered" ? null : step.error;
  const dueInS = step.status === "waiting" ? step.dueInS : null;
  const attempt = tryRow(call, answer, step);
  const { merchantId, hadHealth } = delivery;
  const { endpointKey } = lease;
  const ok = step.status === "delivered";
  return {
    row: { lease, status: step.status, tries, reason: error, dueInS, attempt },
    // Nothing was sent: it says nothing about the receiver, so it must not open the circuit or mail the merchant.
    outcome:
      fault === null
        ? { endpointKey, merchantId, url, ok, error, at: now(), durationMs: answer.durationMs, hadHealth }
        : null,
  };
}

function postOf({ delivery, headers }: ReadyCall): SafeRequest {
  return { method: "POST", headers, body: delivery.body, keepFor: delivery.merchantId };
}

function tryRow({ delivery, url, at, headers }: ReadyCall, answer: SafeAnswer, step: Step): TryRow {
  const answered = answer.kind === "answered";
  const shown = answered && !answer.withheld;
  return {
    id: newId(),
    number: delivery.tries + 1,
    at,
    url,
    requestHeaders: headers,
    status: answered ? answer.status : null,
    responseHeaders: shown ? answer.headers : null,
    responseBody: shown ? answer.body : null,
    durationMs: answer.durationMs,
    error: step.status === "delivered" ? null : step.error,
    nextTryAt: step.status === "waiting" ? new Date(now().getTime() + step.dueInS * 1000) : null,
    timings: answer.timings,
    remoteAddress: answer.address,
    detail: answer.detail,
  };
}

function withoutCall(prepared: Exclude<Prepared, ReadyCall>): DeliveryEnding {
  const { lease } = prepared;
  if (prepared.kind === "later") {
    const row = { lease, status: "waiting", tries: null, reason: null, dueInS: LATER_S, attempt: null } as const;
    return { row, outcome: null };
  }
  const { status, reason } = prepared.end;
  const row = { lease, status, tries: prepared.delivery.tries, reason, dueInS: null, attempt: null };
  return { row, outcome: null };
}
