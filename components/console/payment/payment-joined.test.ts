import { describe, expect, it } from "vitest";
import { AT, ATTEMPT, detail, transition } from "../overview/testing-payments";
import { paymentPhases } from "./payment-phases";
import { paymentSummary } from "./payment-summary";
import { timelineOf } from "./payment-timeline";
import type { PaymentDetail } from "./timeline-item";

const CALL = {
  id: "call",
  at: AT(0),
  credential: "Production server",
  method: "POST",
  errorCode: null,
  requested: null,
};
const requested = (decimal: string | null) => ({ requested: { decimal } });
const raw = { path: "/api/v1/embedded/payment-requests", requestId: "r", durationMs: 84 };

describe("the timeline of a paid payment", () => {
  const attempts = [{ ...ATTEMPT, returnedAt: AT(20) }];
  const bankCalls = [
    { attemptId: "one", operation: "initiate", tries: 2, startedAt: AT(5), endedAt: AT(6), outcome: "ok", code: null },
  ];
  const transaction = {
    direction: "credit",
    decimal: "25.50",
    amount: 2550,
    currency: "EUR",
    bookedAt: AT(30),
    at: AT(40),
  } as const;
  const paid = detail({
    status: "completed",
    bankName: "Riverbank",
    completedAt: AT(21),
    openedAt: AT(2),
    customerName: "Joana",
    attempts,
    bankCalls,
    bankNotifications: [{ attemptId: "one", verified: true, times: 2, receivedAt: AT(19) }],
    transitions: [
      transition("INITIATING", 5, null),
      transition("AWAITING_AUTH", 6, "RCVD"),
      transition("EXECUTED", 21, "ACSC"),
    ],
    bankTransactions: [{ ...transaction, matchedBy: "end_to_end_id" }],
    apiCalls: [
      { ...CALL, status: 201, ...requested("20.00"), raw },
      { ...CALL, id: "change", at: AT(3), method: "PATCH", status: 200, ...requested("25.50"), raw: null },
      { ...CALL, id: "late", at: AT(9), method: "PATCH", status: 400, errorCode: "PAYMENT_ALREADY_INITIATED", raw },
    ],
    statusCalls: { times: 3, firstAt: AT(8), lastAt: AT(22) },
  });

  it("has calls, the checkout, the bank, notifications and the money in order of time", () => {
    expect(timelineOf(paid).map(({ title }) => title)).toEqual([
      "Payment created",
      "Checkout opened",
      "Amount changed to 25.50 EUR",
      "Started at Riverbank",
      "Awaiting approval at the bank",
      "Customer sent to Riverbank",
      "API request rejected",
      "Bank notification received",
      "Customer came back from Riverbank",
      "Debited from the customer’s account",
      "Status fetched via API",
      "Matched to your bank statement",
    ]);
  });

  it("shows method, path, status and duration of a call where the log's part is there", () => {
    const [created, , changed] = timelineOf(paid);
    expect(created).toMatchObject({
      call: "POST /api/v1/embedded/payment-requests",
      answer: { ok: true, text: "201 in 84 ms" },
      text: "20.00 EUR for order 1, by API key “Production server”.",
    });
    expect(changed?.call).toBeUndefined();
    const chosen = timelineOf(paid).find(({ title }) => title === "Started at Riverbank");
    expect(chosen).toMatchObject({ call: "bank: initiate", answer: { ok: true, text: "ok in 1000 ms (attempt 2)" } });
  });

  it("has one row for each phase, with how long it took", () => {
    expect(paymentPhases(timelineOf(paid)).map(({ head, took, items }) => [head.title, took, items.length])).toEqual([
      ["Started at Riverbank", "20 s", 9],
      ["Debited from the customer’s account", "1 s", 2],
      ["Matched to your bank statement", "", 1],
    ]);
    expect(paymentSummary(paid, "UTC").lead).toBe("Joana paid, and the money is in your simulated account.");
  });
});

it("the timeline states the amount of each request, and none that the log does not have", () => {
  const created = { ...CALL, status: 201, raw: null };
  const update = { ...CALL, id: "change", at: AT(3), method: "PATCH", status: 200, raw: null };
  const drawn = (...apiCalls: PaymentDetail["payment"]["apiCalls"]) => {
    const items = timelineOf(detail({ apiCalls })).filter(({ kind }) => kind !== "plan");
    return items.map(({ title, text }) => (title === "Payment created" ? text : title));
  };
  const [of, key] = ["for order 1", "by API key “Production server”."];
  const rewards = { ...update, ...requested(null) };
  expect(drawn()).toEqual([`25.50 EUR ${of}.`]);
  expect(drawn({ ...created, ...requested("20.00") }, rewards)).toEqual([`20.00 EUR ${of}, ${key}`, "Reward changed"]);
  expect(drawn(created, rewards)).toEqual([`25.50 EUR ${of}, ${key}`, "Reward changed"]);
  expect(drawn(created, { ...update, ...requested("25.50") })).toEqual([
    `For order 1, ${key}`,
    "Amount changed to 25.50 EUR",
  ]);
  expect(drawn(created, update)).toEqual([`For order 1, ${key}`, "Amount or reward changed"]);
});

const call = (operation: string, outcome: string, code: string | null = null) => {
  return { attemptId: "one", operation, tries: 1, startedAt: AT(2), endedAt: AT(3), outcome, code };
};

it.each([
  ["a bank's status", "AWAITING_AUTH", "RJCT", [], null, "Rejected by Riverbank"],
  ["a refused initiation", "INITIATING", null, [call("initiate", "rejected")], "AC01", "Rejected by Riverbank"],
  ["a refused submission", "SUBMITTING", null, [call("submit", "rejected")], "rejected", "Rejected by Riverbank"],
  [
    "an initiation without an answer",
    "INITIATING",
    null,
    [call("initiate", "unknown")],
    "unknown",
    "No answer from Riverbank",
  ],
  [
    "a bank that is down",
    "INITIATING",
    null,
    [call("initiate", "unknown", "SERVICE_UNAVAILABLE")],
    "unavailable",
    "Could not be started at Riverbank",
  ],
  [
    "our time limit",
    "AWAITING_AUTH",
    null,
    [call("initiate", "ok")],
    "not_approved",
    "Ended: the customer did not approve in time",
  ],
  [
    "a submission not carried out",
    "SUBMITTING",
    null,
    [call("submit", "unknown")],
    null,
    "Not carried out by Riverbank",
  ],
])("an attempt that failed by %s (from %s, status %s) says so", (_, fromState, rawStatus, bankCalls, reason, title) => {
  const attempts = [{ ...ATTEMPT, reason }];
  const transitions = [{ ...transition("FAILED", 9, rawStatus), fromState }];
  const [failed] = timelineOf(detail({ attempts, transitions, bankCalls })).filter(({ state }) => state === "FAILED");
  expect(failed).toMatchObject({ title, kind: "bad" });
});
