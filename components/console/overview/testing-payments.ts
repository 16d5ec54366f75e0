// Payments for the tests of the timeline.
import type { PaymentDetail as Detail } from "../payment/timeline-item";

/** A time, by its second. */
export const AT = (second: number) => new Date(Date.UTC(2026, 10, 20, 13, 35, second)).toISOString();

/** An open payment with the given changes. */
export function detail(change: Partial<Detail["payment"]> = {}, events: Detail["events"] = []): Detail {
  const payment: Detail["payment"] = {
    id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10",
    amount: 2550,
    decimal: "25.50",
    currency: "EUR",
    status: "pending",
    statusReason: null,
    initiatedAt: null,
    late: false,
    test: true,
    paymentReference: "Order 1",
    orderId: "1",
    customerName: null,
    bankName: null,
    createdAt: AT(0),
    completedAt: null,
    receiptMailedAt: null,
    expiresAt: AT(59),
    cancelRequestedAt: null,
    paymentLinkId: null,
    flow: "embedded",
    reversedAmount: null,
    net: "25.50",
    openedAt: null,
    canCancel: true,
    isLive: false,
    customer: {},
    canErase: false,
    payerMasked: null,
    rewards: null,
    attempt: change.attempts?.at(-1) ?? null,
    attempts: [],
    transitions: [],
    apiCalls: [],
    statusCalls: { times: 0, firstAt: null, lastAt: null },
    bankCalls: [],
    bankNotifications: [],
    bankTransactions: [],
    reversals: [],
    exceptions: [],
    ...change,
  };
  return { payment, events, mayOpenDeliveries: true };
}

/** A transition of its attempt. */
export const transition = (toState: string, second: number, rawStatus: string | null) => ({
  at: AT(second),
  attemptId: "one",
  fromState: null,
  toState,
  rawStatus,
  source: "poll",
  scheme: "SEPA_CREDIT_TRANSFER",
});

/** Its attempt. */
export const ATTEMPT = {
  id: "one",
  bankName: "Riverbank",
  scheme: "SEPA_CREDIT_TRANSFER",
  endToEndId: "BKS1",
  bankPaymentId: "bp-1",
  createdAt: AT(5),
  handedOverAt: AT(7),
  returnedAt: null,
  changeRequestedAt: null,
  reason: null,
  accountIban: null,
};
