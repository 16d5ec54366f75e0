import { wake } from "../../jobs/leased-rows";
import type { Tx } from "../../lib/db";
import type { Decision, PaymentException, RequestChange } from "../attempts/attempt-facts";
import type { AttemptRow } from "../attempts/attempt-store";
import {
  type AttemptData,
  type Provenance,
  setStopRequested,
  writeAttemptChange,
  writeAttemptData,
} from "../attempts/attempt-write-store";
import { insertReversal } from "../exceptions/exception-store";
import { recordExceptionIn } from "../exceptions/record-exception";
import { markLinkUsed } from "../links/mark-link";
import { mailReceipt } from "../receipts/mail-receipt";
import { endRequest } from "../requests/end-request";
import { recordPaymentEvent } from "../requests/payment-event";
import { PAYMENT_TOKEN_TTL_S } from "../requests/rules";
import { addReversed, clearLiveAttempt, extendRequest, type RequestRow, setInitiated } from "../requests/store";
import { notifyReturnedPayment } from "./notify-returned-payment";

type Locked = { request: RequestRow; attempt: AttemptRow; concurrent: AttemptRow | null };

/**
 * Writes a decision, whole, in the transaction that holds the locks it was made under: the attempt, the request, the
 * link, the events and the exceptions.
 */
export async function writeDecision(
  tx: Tx,
  locked: Locked,
  decision: Decision,
  { data, ...provenance }: Provenance & { data: AttemptData },
): Promise<void> {
  const { request, attempt, concurrent } = locked;
  if (decision.keep && Object.keys(data).length > 0) await writeAttemptData(tx, attempt.id, data);
  if (decision.attempt) await writeAttemptChange(tx, attempt, decision.attempt, provenance);
  if (decision.initiated && (await setInitiated(tx, request.id))) {
    await recordPaymentEvent(tx, request.id, "payment_request.pending");
  }
  if (decision.concurrent === "stop" && concurrent) {
    await setStopRequested(tx, concurrent.id);
    wake(tx, "payment_attempts");
  }
  const further = decision.request ? await writeRequestChange(tx, locked, decision.request, provenance) : [];
  for (const exception of [...decision.exceptions, ...further]) {
    await recordExceptionIn(tx, attempt, exception, provenance.source);
  }
}

async function writeRequestChange(
  tx: Tx,
  { request, attempt }: Locked,
  change: RequestChange,
  { source }: Provenance,
): Promise<PaymentException[]> {
  if (change.kind === "release") {
    await clearLiveAttempt(tx, request.id);
    if (change.renewed && request.paymentLinkId) await extendRequest(tx, request.id, PAYMENT_TOKEN_TTL_S);
    return [];
  }
  if (change.kind === "reverse") {
    const { returnedMinor, reason } = change;
    await insertReversal(tx, { attemptId: attempt.id, returnedMinor, reason, source });
    await addReversed(tx, request.id, returnedMinor);
    await recordPaymentEvent(tx, request.id, "payment_request.reversed");
    await notifyReturnedPayment(tx, request, { returnedMinor, reason });
    return [];
  }
  if (change.status === "completed") return complete(tx, request, attempt.id, change.late);
  await endRequest(tx, request.id, { status: change.status, reason: change.reason });
  return [];
}

async function complete(tx: Tx, request: RequestRow, attemptId: string, late: boolean): Promise<PaymentException[]> {
  const linkId = request.paymentLinkId;
  // The lock of the link prevents a second payment. Should one happen, it is recorded as an exception.
  const isSecond = linkId !== null && !(await markLinkUsed(tx, { id: linkId, paymentRequestId: request.id }));
  const reason = isSecond ? "link_paid_twice" : null;
  await endRequest(tx, request.id, { status: "completed", reason, late, paidAttemptId: attemptId });
  await mailReceipt(tx, request);
  return isSecond ? [{ kind: "link_paid_twice", detail: `Payment link ${linkId} had been paid before.` }] : [];
}
