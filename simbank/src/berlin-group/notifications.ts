import { newId } from "../../../server/lib/ids";
import { log } from "../../../server/lib/log";
import { sendRequest } from "../../../server/lib/net/http-client";
import type { State } from "../rules";
import { type SimPaymentRow, setNotifiedStatus } from "../store";

const DEADLINE_MS = 2_000;
const FINAL = ["ACSC", "ACCC", "RJCT", "CANC"];

/**
 * Status changes are sent to the caller's TPP-Notification-URI by `SIM-PUSH`, and with faults by `SIM-MESSYPUSH` and
 * `SIM-FORGED`. Nothing runs in this bank between calls, so a change is sent during a call: at the shopper's answer,
 * and at a status request after the status has changed. A failed notification is not retried.
 */
export async function notifyOfChange(payment: SimPaymentRow, { transactionStatus }: State): Promise<void> {
  if (payment.scenario !== "PUSH" && payment.scenario !== "MESSYPUSH") return;
  if (payment.notificationUri === null || payment.notifiedStatus === transactionStatus) return;
  if (payment.notifiedStatus === null && transactionStatus === "RCVD") return;
  // The caller that stores the status sends it, so that two concurrent readers send one notification for one change.
  if (!(await setNotifiedStatus(payment.id, payment.notifiedStatus, transactionStatus))) return;
  const content = FINAL.includes(transactionStatus) ? ["LAST", "PROCESS"] : ["PROCESS"];
  if (payment.notificationContent.some((wanted) => content.includes(wanted))) await post(payment, transactionStatus);
}

/** The notification at the shopper's answer. */
export async function notifyOfAnswer(payment: SimPaymentRow, state: State): Promise<void> {
  if (payment.scenario === "FORGED") {
    // False on purpose, whatever the answer was: the creditor has not been credited yet.
    await post(payment, "ACCC");
  } else if (payment.scenario === "MESSYPUSH" && state.transactionStatus !== "RJCT") {
    await notifyOfChange(payment, state);
    for (const status of [state.transactionStatus, "RCVD", state.transactionStatus]) await post(payment, status);
  } else {
    await notifyOfChange(payment, state);
  }
}

async function post({ id, bank, notificationUri }: SimPaymentRow, transactionStatus: string): Promise<void> {
  if (notificationUri === null) return;
  const result = await sendRequest({
    method: "POST",
    url: notificationUri,
    headers: { "Content-Type": "application/json", "X-Request-ID": newId() },
    body: JSON.stringify({ paymentId: id, transactionStatus }),
    deadlineMs: DEADLINE_MS,
  });
  if (result.kind !== "answered") log().info({ bank, detail: result.detail }, "a notification did not arrive");
}
