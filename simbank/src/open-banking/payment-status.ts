import { APPROVAL_LIFETIME_MS, REASONS, type State, stateOf } from "../rules";
import type { SimPaymentRow } from "../store";

/** OBWriteDomesticConsentResponse5, Data.Status; `Revoked` is of account access only (OBReadConsentResponse1). */
export type ConsentStatus = "AwaitingAuthorisation" | "Authorised" | "Consumed" | "Rejected" | "Revoked";

/** The status of a payment's consent at a time, and since when. */
export function paymentConsentStatus(payment: SimPaymentRow, at: Date): { status: ConsentStatus; since: Date } {
  const { createdAt, approvedAt, orderedAt, cancelledAt } = payment;
  if (orderedAt) return { status: "Consumed", since: orderedAt };
  const { transactionStatus } = stateOf(payment, at);
  if (transactionStatus === "RCVD") return { status: "AwaitingAuthorisation", since: createdAt };
  if (transactionStatus === "ACTC") return { status: "Authorised", since: approvedAt ?? createdAt };
  return { status: "Rejected", since: cancelledAt ?? new Date(createdAt.getTime() + APPROVAL_LIFETIME_MS) };
}

/**
 * ISO 20022 code → the value of v3.1.11 (OBWriteDomesticResponse5, Data.Status). A payment that is still checked is
 * pending.
 */
const STATUS_CODES: Record<string, string> = {
  ACTC: "Pending",
  PDNG: "Pending",
  ACSP: "AcceptedSettlementInProcess",
  ACSC: "AcceptedSettlementCompleted",
  ACCC: "AcceptedCreditSettlementCompleted",
  RJCT: "Rejected",
};

/** OBWritePaymentDetailsResponse1 distinguishes more of them. */
const DETAIL_CODES: Record<string, string> = { ...STATUS_CODES, ACTC: "AcceptedTechnicalValidation" };

/** The status of a submitted payment at a time, and since when. */
export function paymentStatus(payment: SimPaymentRow, at: Date): { status: string; since: Date; state: State } {
  const state = stateOf(payment, at);
  const { orderedAt, createdAt, settlesAt, refusedAt } = payment;
  const status = STATUS_CODES[state.transactionStatus];
  if (!status) throw new Error(`A submitted payment is ${state.transactionStatus}.`);
  const ordered = orderedAt ?? createdAt;
  if (status === "Rejected") return { status, since: refusedAt ?? ordered, state };
  const isSettled = status.endsWith("Completed");
  return { status, since: (isSettled ? settlesAt : null) ?? ordered, state };
}

/** One entry of `payment-details`, with the reason if there is one. */
export function paymentDetail(payment: SimPaymentRow, at: Date) {
  const { since, state } = paymentStatus(payment, at);
  const { transactionStatus, reason } = state;
  const why = reason === null ? {} : rejection(reason);
  return {
    PaymentTransactionId: payment.orderId ?? payment.id,
    Status: DETAIL_CODES[transactionStatus],
    StatusUpdateDateTime: since.toISOString(),
    StatusDetail: { Status: transactionStatus, ...why },
  };
}

function rejection(reason: string) {
  const description = `${reason}: ${REASONS[reason] ?? "refused"}`;
  return { StatusReason: "ProprietaryRejection", StatusReasonDescription: description };
}
