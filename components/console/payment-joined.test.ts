import { describe, expect, it } from "vitest";
import { newsOf, stepsOf } from "./payment-news";
import { timelineOf } from "./payment-timeline";
import { AT, detail, transition } from "./testing-payments";

const CALL = { id: "call", at: AT(0), credential: "Production server", method: "POST", errorCode: null, decimal: null };
const raw = { path: "/api/v1/embedded/payment-requests", requestId: "r", durationMs: 84 };

describe("one joined timeline", () => {
  const attempts = [
    {
      id: "one",
      bankName: "Riverbank",
      scheme: "SEPA_CREDIT_TRANSFER",
      endToEndId: "BKS1",
      bankPaymentId: "bp-1",
      createdAt: AT(5),
      handedOverAt: AT(7),
      returnedAt: AT(20),
      changeRequestedAt: null,
      accountIban: null,
    },
  ];
  const bankCalls = [
    { attemptId: "one", operation: "initiate", tries: 2, startedAt: AT(5), endedAt: AT(6), outcome: "ok", code: null },
  ];
  const movement = {
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
    bankSigns: [{ attemptId: "one", verified: true, times: 2, receivedAt: AT(19) }],
    transitions: [
      transition("INITIATING", 5, null),
      transition("AWAITING_AUTH", 6, "RCVD"),
      transition("EXECUTED", 21, "ACSC"),
    ],
    movements: [{ ...movement, matchedBy: "end_to_end_id" }],
    apiCalls: [
      { ...CALL, status: 201, raw },
      { ...CALL, id: "change", at: AT(3), method: "PATCH", status: 200, decimal: "25.50", raw: null },
      { ...CALL, id: "late", at: AT(9), method: "PATCH", status: 400, errorCode: "PAYMENT_ALREADY_INITIATED", raw },
    ],
    statusCalls: { times: 3, firstAt: AT(8), lastAt: AT(22) },
  });

  it("holds calls, the page, the bank, signs, the return and the money, each in its place and by whom", () => {
    expect(timelineOf(paid).map(({ title, lane }) => [title, lane])).toEqual([
      ["Payment request created", "Your server"],
      ["Checkout opened", "Shopper"],
      ["The amount is now 25.50 EUR", "Your server"],
      ["A bank was chosen", "Shopper"],
      ["The bank has the payment and waits for approval", "Bank"],
      ["Sent to Riverbank", "Shopper"],
      ["A call was refused", "Your server"],
      ["The bank gave a sign", "Bank"],
      ["Came back from Riverbank", "Shopper"],
      ["Taken from the shopper’s account", "Bank"],
      ["Asked how it stands", "Your server"],
      ["The credit was found on your account", "Bankside"],
    ]);
  });

  it("says each call as it was made, to whoever may see it", () => {
    const [created, , changed] = timelineOf(paid);
    expect(created).toMatchObject({
      call: "POST /api/v1/embedded/payment-requests",
      answer: { ok: true, text: "201 in 84 ms" },
      text: "25.50 EUR for order 1, by the credential Production server.",
    });
    expect(changed?.call).toBeUndefined();
    const chosen = timelineOf(paid).find(({ title }) => title === "A bank was chosen");
    expect(chosen).toMatchObject({ call: "bank: initiate", answer: { ok: true, text: "ok in 1000 ms (try 2)" } });
  });

  it("tells how long each part took", () => {
    expect(stepsOf(paid).map(({ name, words }) => `${name} ${words}`.trim())).toEqual([
      "Created",
      "Opened 2 s later",
      "Bank chosen 3 s later",
      "Approved 16 s later",
      "Completed 0 s later",
      "Settled 19 s later",
    ]);
    expect(stepsOf(detail()).at(-1)).toEqual({ name: "Bank", words: "none chosen yet", isOpen: true });
    expect(newsOf(paid).news).toBe("Joana paid from Riverbank in 21 s, and the money has arrived.");
  });
});
