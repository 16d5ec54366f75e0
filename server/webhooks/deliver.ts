import { systemGuard } from "../lib/check-url";
import { now } from "../lib/clock";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { NOTHING_MEASURED, type SafeAnswer, safeFetch } from "../lib/safe-fetch";
import type { TryRow } from "./delivery-store";
import type { Prepared, ReadyCall } from "./prepare";
import { publicEventId } from "./record-event";
import { type Ending, recordEnding } from "./record-outcomes";
import { nextStep, type Step } from "./rules";

/** A delivery whose destination is being changed is looked at again after this. */
const LATER_S = 0.25;

/**
 * Makes one try of a delivery in hand, as it was prepared, and records it. A destination that takes it no more ends the
 * delivery, and there is no try. No transaction is open during the call; the outcome is written only while the lease
 * holds, so that a row that another worker took in the meantime stays that worker's. A crash before the outcome means
 * that the same event is sent again: at least once.
 */
export async function deliver(prepared: Prepared): Promise<void> {
  const ending = prepared.kind === "ready" ? await tryOnce(prepared) : untried(prepared);
  const written = await recordEnding(ending);
  const { lease, tries, status, reason, attempt } = ending.row;
  const detail = attempt?.detail ?? undefined;
  const event = prepared.kind === "later" ? undefined : publicEventId(prepared.delivery.eventId);
  const said = attempt ? "webhook tried" : "webhook not sent";
  log().info({ delivery: lease.id, event, tries, outcome: status, reason, detail, written }, said);
}

async function tryOnce(call: ReadyCall): Promise<Ending> {
  const { lease, delivery, url, headers, fault } = call;
  const answer: SafeAnswer =
    fault === null
      ? await safeFetch(url, { method: "POST", headers, body: delivery.body }, systemGuard(delivery.merchantId))
      : { kind: "failed", reason: fault, ...NOTHING_MEASURED };
  const tries = delivery.tries + 1;
  const step = nextStep(tries, answer, now(), Math.random());
  const error = step.status === "delivered" ? null : step.error;
  const dueInS = step.status === "waiting" ? step.dueInS : null;
  const attempt = tryRow(call, answer, step);
  const { merchantId, hadHealth } = delivery;
  const { destinationId } = lease;
  const ok = step.status === "delivered";
  return {
    row: { lease, status: step.status, tries, reason: error, dueInS, attempt },
    outcome: { destinationId, merchantId, ok, error, at: now(), durationMs: answer.durationMs, hadHealth },
  };
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

function untried(prepared: Exclude<Prepared, ReadyCall>): Ending {
  const { lease } = prepared;
  if (prepared.kind === "later") {
    const row = { lease, status: "waiting", tries: null, reason: null, dueInS: LATER_S, attempt: null } as const;
    return { row, outcome: null };
  }
  const { status, reason } = prepared.end;
  const row = { lease, status, tries: prepared.delivery.tries, reason, dueInS: null, attempt: null };
  return { row, outcome: null };
}
