import { sendRequest } from "../../lib/http-client";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import type { State } from "../rules";
import { type SimPaymentRow, setNotifiedStatus } from "../store";

const DEADLINE_MS = 2_000;
const FINAL = ["ACSC", "ACCC", "RJCT", "CANC"];

/**
 * Status changes are told to the caller's TPP-Notification-URI by `SIM-PUSH`, and badly by `SIM-MESSYPUSH` and `SIM-FORGED`.
 * Nothing runs in this bank between calls, so a change is told when somebody comes by: as the shopper answers, and when
 * the status is asked for and has moved on. A message that does not arrive is lost, as notifications are.
 */
export async function notifyOfChange(payment: SimPaymentRow, { transactionStatus }: State): Promise<void> {
  if (payment.scenario !== "PUSH" && payment.scenario !== "MESSYPUSH") return;
  if (payment.notificationUri === null || payment.notifiedStatus === transactionStatus) return;
  if (payment.notifiedStatus === null && transactionStatus === "RCVD") return;
  // Whoever sets it sends: two readers at once tell of one change once.
  if (!(await setNotifiedStatus(payment.id, payment.notifiedStatus, transactionStatus))) return;
  const content = FINAL.includes(transactionStatus) ? ["LAST", "PROCESS"] : ["PROCESS"];
  if (payment.notificationContent.some((wanted) => content.includes(wanted))) await tell(payment, transactionStatus);
}

/** What is told as the shopper answers. */
export async function notifyOfAnswer(payment: SimPaymentRow, state: State): Promise<void> {
  if (payment.scenario === "FORGED") {
    // A lie, whatever the answer was: nobody has been credited yet.
    await tell(payment, "ACCC");
  } else if (payment.scenario === "MESSYPUSH" && state.transactionStatus !== "RJCT") {
    await notifyOfChange(payment, state);
    for (const status of [state.transactionStatus, "RCVD", state.transactionStatus]) await tell(payment, status);
  } else {
    await notifyOfChange(payment, state);
  }
}

async function tell({ id, bank, notificationUri }: SimPaymentRow, transactionStatus: string): Promise<void> {
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
