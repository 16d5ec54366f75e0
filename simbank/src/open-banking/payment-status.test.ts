import { describe, expect, it } from "vitest";
import type { SimPaymentRow } from "../store";
import { paymentConsentStatus, paymentStatus } from "./payment-status";

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

/** A Faster Payments payment: initiated at 0, approved at 10, submitted at 20 and credited at 21. */
function payment(changes: Partial<SimPaymentRow> = {}): SimPaymentRow {
  const stamps = { createdAt: at(0), approvedAt: at(10), orderedAt: at(20), settlesAt: at(21) };
  const none = { refusedAt: null, refusedReason: null, cancelledAt: null, scenario: null };
  return { bank: "barclays", product: "faster-payments", ...stamps, ...none, ...changes } as SimPaymentRow;
}

describe("a payment in the standard's words", () => {
  it("is checked, on its way, and there", () => {
    const words = [20, 20.5, 21].map((seconds) => paymentStatus(payment(), at(seconds)));
    expect(words.map(({ status }) => status)).toEqual([
      ...["Pending", "AcceptedSettlementInProcess", "AcceptedCreditSettlementCompleted"],
    ]);
    expect(words.map(({ since }) => since)).toEqual([at(20), at(20), at(21)]);
  });

  it("is rejected from the moment of its refusal", () => {
    const refused = payment({ settlesAt: null, refusedAt: at(100), refusedReason: "AC04" });
    expect([99, 100].map((seconds) => paymentStatus(refused, at(seconds)).status)).toEqual([
      ...["AcceptedSettlementInProcess", "Rejected"],
    ]);
  });
});

describe("a consent in the standard's words", () => {
  it("awaits, is authorised, and is consumed by the submission", () => {
    const open = { approvedAt: null, orderedAt: null, settlesAt: null };
    expect(paymentConsentStatus(payment(open), at(5))).toEqual({ status: "AwaitingAuthorisation", since: at(0) });
    const approved = { orderedAt: null, settlesAt: null };
    expect(paymentConsentStatus(payment(approved), at(15))).toEqual({ status: "Authorised", since: at(10) });
    expect(paymentConsentStatus(payment(), at(25))).toEqual({ status: "Consumed", since: at(20) });
  });

  it("is rejected by the customer, or after ten minutes without an answer", () => {
    const open = { approvedAt: null, orderedAt: null, settlesAt: null };
    const rejected = payment({ ...open, cancelledAt: at(7) });
    expect(paymentConsentStatus(rejected, at(8))).toEqual({ status: "Rejected", since: at(7) });
    expect(paymentConsentStatus(payment(open), at(601))).toEqual({ status: "Rejected", since: at(600) });
  });
});
