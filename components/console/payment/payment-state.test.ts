import { describe, expect, it } from "vitest";
import { formatDeliverySummary } from "../deliveries/delivery-labels";
import { AT, ATTEMPT, detail, transition } from "../overview/testing-payments";
import { paymentPhases } from "./payment-phases";
import { formatPaymentStatus } from "./payment-state";
import { differingAmount, paymentMilestones, paymentSummary } from "./payment-summary";
import { timelineOf } from "./payment-timeline";
import { endpointDeliveries } from "./payment-webhooks";
import { formatStatusReason, isOwnReason } from "./status-reasons";
import type { PaymentDetail } from "./timeline-item";

const atBank = { bankName: "Riverbank", initiatedAt: AT(5), attempts: [ATTEMPT] };
const started = [transition("INITIATING", 5, null), transition("AWAITING_AUTH", 6, "RCVD")];

const event = (type: string, second: number, deliveries: PaymentDetail["events"][number]["deliveries"] = []) => ({
  id: type,
  type,
  sequence: 1,
  createdAt: AT(second),
  deliveries,
});

const milestonesOf = (found: PaymentDetail) => paymentMilestones(found).map(({ name, kind }) => [name, kind]);
const rowsOf = (found: PaymentDetail) =>
  paymentPhases(timelineOf(found)).map(({ head, isOpen }) => [head.title, head.kind, isOpen]);

describe("a payment at the bank", () => {
  it("has an open amber row for the approval, and no approved row, before the customer approved", () => {
    expect(rowsOf(detail({ ...atBank, transitions: started }))).toEqual([
      ["Started at Riverbank", "plain", false],
      ["Awaiting approval at the bank", "warn", true],
    ]);
  });

  it("has Approved as its current milestone, and a lead that waits for it, before the customer approved", () => {
    const waiting = detail({ ...atBank, transitions: started });
    expect(milestonesOf(waiting)).toEqual([
      ["Created", "done"],
      ["Approved", "current"],
      ["Completed", "ahead"],
      ["Received", "ahead"],
    ]);
    expect(paymentSummary(waiting, "UTC").lead).toBe("Waiting for the customer to approve at Riverbank.");
  });

  it("has Completed as its current milestone afterwards, and a lead that says so", () => {
    const approved = detail({ ...atBank, transitions: [...started, transition("ACCEPTED", 9, "ACSP")] });
    expect(milestonesOf(approved).slice(1, 3)).toEqual([
      ["Approved", "done"],
      ["Completed", "current"],
    ]);
    expect(paymentSummary(approved, "UTC").lead).toBe("Approved, processing at Riverbank.");
  });

  it("has an approved row, and no open approval, afterwards", () => {
    expect(rowsOf(detail({ ...atBank, transitions: [...started, transition("ACCEPTED", 9, "ACSP")] }))).toEqual([
      ["Started at Riverbank", "plain", false],
      ["Approved, processing at the bank", "plain", false],
    ]);
  });
});

describe("a payment that was returned", () => {
  const returned = detail(
    {
      ...atBank,
      test: false,
      customerName: "Joana",
      status: "completed",
      completedAt: AT(21),
      reversedAmount: 2550,
      transitions: [...started, transition("EXECUTED", 21, "ACSC"), transition("SETTLED", 40, "ACCC")],
      reversals: [{ at: AT(30), returned: 2550, decimal: "25.50", reason: "AC04", source: "recon" }],
    },
    [event("payment_request.succeeded", 21), event("payment_request.reversed", 30)],
  );

  it("ends its rows with the return, in amber and open", () => {
    expect(rowsOf(returned)).toEqual([
      ["Started at Riverbank", "plain", false],
      ["Completed", "done", false],
      ["25.50 EUR was returned", "warn", true],
    ]);
  });

  it("has the same amber row where its bank statement shows the return at the same time", () => {
    const debit = { direction: "debit", decimal: "25.50", amount: 2550, currency: "EUR" } as const;
    const booked = { ...debit, bookedAt: AT(30), at: AT(30), matchedBy: "reference" };
    const { events } = returned;
    expect(rowsOf(detail({ ...returned.payment, bankTransactions: [booked] }, events))).toEqual(rowsOf(returned));
  });

  it("ends its milestones with the return, in amber, and none says that the money was received", () => {
    expect(milestonesOf(returned)).toEqual([
      ["Created", "done"],
      ["Approved", "done"],
      ["Completed", "done"],
      ["Returned", "warn"],
    ]);
  });

  it("has a lead that says so, and nothing of money that is there", () => {
    const { lead, more } = paymentSummary(returned, "UTC");
    expect(`${lead} ${more}`).toBe("25.50 EUR was returned to the customer on 20 Nov 2026. Joana had paid it.");
    expect(formatPaymentStatus(returned.payment).word).toBe("Returned");
  });

  it("has one green node, the completion; the return is amber", () => {
    const kinds = timelineOf(returned).map(({ title, kind }) => [title, kind]);
    expect(kinds.filter(([, kind]) => kind === "done")).toEqual([["Completed", "done"]]);
    expect(kinds).toContainEqual(["Returned", "warn"]);
  });
});

it.each([
  ["AM04", "Riverbank rejected the payment: insufficient funds."],
  ["not_approved", "The payment failed: the customer did not approve in time."],
])("a payment that failed with %s says whether its bank rejected it", (statusReason, lead) => {
  expect(paymentSummary(detail({ ...atBank, status: "failed", statusReason }), "UTC").lead).toBe(lead);
});

it.each([
  ["access_denied", "the customer or the bank declined"],
  ["RJCT", "the bank gave no reason"],
  ["CANC", "the bank gave no reason"],
])("the reason %s of a bank without a reason code has the meaning: %s", (code, meaning) => {
  expect([formatStatusReason(code), isOwnReason(code)]).toEqual([meaning, false]);
});

it("a payment that failed has a red row that is open, and no green one", () => {
  const failed = detail({ ...atBank, status: "failed", transitions: [...started, transition("FAILED", 9, "RJCT")] }, [
    event("payment_request.failed", 9),
  ]);
  expect(timelineOf(failed).filter(({ kind }) => kind === "done")).toEqual([]);
  expect(timelineOf(failed).filter(({ kind }) => kind === "bad")).toMatchObject([
    { title: "Rejected by Riverbank" },
    { title: "Failed" },
  ]);
  expect(rowsOf(failed).at(-1)).toEqual(["Rejected by Riverbank", "bad", true]);
  expect(milestonesOf(failed)).toEqual([
    ["Created", "done"],
    ["Failed", "bad"],
  ]);
});

const DIFFERS = "25.49 EUR arrived, 25.50 EUR were due.";

it.each([
  ["paid_after_end", null, "Money arrived for a payment that had already ended or had been returned. Resolved."],
  ["amount_differs", DIFFERS, `${DIFFERS} Resolved.`],
  ["submission_unknown", null, ""],
  ["protocol", null, "No money was moved."],
] as const)("a payment that ended unpaid with the resolved exception %s (%s): %s", (kind, text, more) => {
  const exceptions = [{ id: "x", kind, detail: text, at: AT(9), resolvedAt: AT(10) }];
  for (const status of ["expired", "failed", "cancelled"] as const) {
    expect(paymentSummary(detail({ status, exceptions }), "UTC").more).toBe(more);
  }
});

it.each([
  ["open", null, `${DIFFERS} Contact the operator.`, true],
  ["resolved", AT(10), "The customer paid; the money is on its way to your simulated account.", false],
] as const)("a completed payment of which another amount arrived, %s", (_, resolvedAt, words, isOpen) => {
  const exceptions = [{ id: "x", kind: "amount_differs" as const, detail: DIFFERS, at: AT(9), resolvedAt }];
  const paid = detail({ ...atBank, status: "completed", exceptions });
  const { lead, more } = paymentSummary(paid, "UTC");
  expect([lead, more].filter(Boolean).join(" ")).toBe(words);
  expect(differingAmount(paid.payment) !== undefined).toBe(isOpen);
});

describe("a webhook behind an endpoint that is paused", () => {
  const waiting = (state: "endpoint_paused" | "endpoint_failing" | "pending") =>
    detail({ status: "expired" }, [
      event("payment_request.expired", 9, [
        {
          id: "d",
          status: "waiting",
          state,
          reason: null,
          tries: 0,
          resent: 0,
          dueAt: AT(10),
          doneAt: null,
          endpoint: { name: "orders" },
          attempts: [],
        },
      ]),
    ]);

  it("has no planned time in the timeline, and says why it waits", () => {
    expect(timelineOf(waiting("endpoint_paused")).at(-1)).toMatchObject({
      isUntimed: true,
      text: "payment_request.expired. Waiting, endpoint paused.",
    });
    expect(timelineOf(waiting("pending")).at(-1)?.isUntimed).toBeUndefined();
  });

  it("says so in the lead and the details", () => {
    expect(paymentSummary(waiting("endpoint_paused"), "UTC").more).toContain("delivered yet: an endpoint is paused.");
    expect(endpointDeliveries(waiting("endpoint_paused").events)).toMatchObject([{ state: "endpoint_paused" }]);
    expect(paymentSummary(waiting("endpoint_failing"), "UTC").more).toContain("an endpoint keeps failing.");
  });

  it("does not hide from the lead that another endpoint is being retried", () => {
    const [paused] = waiting("endpoint_paused").events;
    const other = (paused?.deliveries ?? []).map(
      (one) => ({ ...one, state: "retrying", endpoint: { name: "stock" } }) as const,
    );
    const both = detail({ status: "expired" }, [
      event("payment_request.expired", 9, [...(paused?.deliveries ?? []), ...other]),
    ]);
    expect(paymentSummary(both, "UTC").more).toContain(
      "Not all webhooks have been delivered yet: an endpoint is paused, a delivery is being retried.",
    );
  });

  it("is amber in the list, as a retry is, and one that is on time is not", () => {
    const summary = { delivered: 0, all: 1 } as const;
    expect(formatDeliverySummary({ ...summary, state: "endpoint_paused" })).toMatchObject({
      tone: "warn",
      word: "Waiting, endpoint paused",
      short: "Waiting",
      title: "Waiting, endpoint paused: 0 of 1 delivered",
    });
    expect(formatDeliverySummary({ ...summary, state: "pending" })).toMatchObject({ tone: "accent", word: "Pending" });
  });
});

it.each([
  [{ status: "pending", initiatedAt: null }, "Open"],
  [{ status: "pending", initiatedAt: AT(1) }, "At the bank"],
  [{ status: "completed", initiatedAt: AT(1), late: true }, "Completed late"],
  [{ status: "completed", initiatedAt: AT(1), reversedAmount: 100 }, "Returned"],
  [{ status: "completed", initiatedAt: AT(1), reversedAmount: 99 }, "Partly returned"],
  [{ status: "expired", initiatedAt: null }, "Expired"],
])("a payment that is %o has the badge %s", (facts, word) => {
  expect(formatPaymentStatus({ amount: 100, late: false, ...facts }).word).toBe(word);
});
