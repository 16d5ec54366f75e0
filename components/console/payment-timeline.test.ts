import { describe, expect, it } from "vitest";
import { newsOf, stepsOf } from "./payment-news";
import { type PaymentDetail as Detail, sinceStart, timelineOf } from "./payment-timeline";
import { destinationsOf } from "./payment-told";

const AT = (second: number) => new Date(Date.UTC(2026, 10, 20, 13, 35, second)).toISOString();

function detail(change: Partial<Detail["payment"]> = {}, events: Detail["events"] = []): Detail {
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
    expiresAt: AT(59),
    cancelRequestedAt: null,
    paymentLinkId: null,
    flow: "embedded",
    reversedAmount: null,
    openedAt: null,
    canCancel: true,
    customer: {},
    payerMasked: null,
    rewards: null,
    attempts: [],
    transitions: [],
    apiCalls: [],
    statusCalls: { times: 0, firstAt: null, lastAt: null },
    bankCalls: [],
    bankSigns: [],
    movements: [],
    reversals: [],
    anomalies: [],
    ...change,
  };
  return { payment, events, mayOpenDeliveries: true };
}

const attempt = (number: number, second: number, status: number | null, error: string | null) => ({
  id: `attempt-${number}`,
  number,
  at: AT(second),
  host: "shop.example",
  status,
  durationMs: 12,
  error,
});

const transition = (toState: string, second: number, rawStatus: string | null) => ({
  at: AT(second),
  attemptId: "one",
  fromState: null,
  toState,
  rawStatus,
  source: "poll",
  scheme: "SEPA_CREDIT_TRANSFER",
});

describe("the timeline", () => {
  it("begins with the creation, and names who did it", () => {
    const ended = { status: "expired" } as const;
    expect(timelineOf(detail(ended))).toMatchObject([{ title: "Payment request created", lane: "Your server" }]);
    expect(timelineOf(detail({ ...ended, paymentLinkId: "x" }))).toMatchObject([{ lane: "Shopper" }]);
  });

  it("says when an open one ends by itself", () => {
    expect(timelineOf(detail()).at(-1)).toMatchObject({
      kind: "plan",
      title: "Expires, unless a bank is chosen before",
    });
  });

  it("puts what was told among what was done, in the order in which it happened", () => {
    const transitions = [
      transition("INITIATING", 1, null),
      transition("AWAITING_AUTH", 2, "RCVD"),
      transition("EXECUTED", 9, "ACSC"),
    ];
    const delivery = {
      id: "d",
      status: "delivered",
      reason: null,
      tries: 2,
      dueAt: AT(15),
      doneAt: AT(16),
      endpoint: null,
    };
    const attempts = [attempt(1, 10, 503, "status 503"), attempt(2, 15, 200, null)];
    const event = {
      id: "evt_1",
      type: "payment_request.succeeded",
      sequence: 2,
      createdAt: AT(9),
      deliveries: [{ ...delivery, attempts }],
    };
    const items = timelineOf(detail({ transitions, status: "completed" }, [event]));
    expect(items.map(({ title, kind }) => [title, kind])).toEqual([
      ["Payment request created", "plain"],
      ["A bank was chosen", "plain"],
      ["The bank has the payment and waits for approval", "plain"],
      ["Taken from the shopper’s account", "plain"],
      ["Completed", "key"],
      ["shop.example, try 1 of 10: not taken", "bad"],
      ["shop.example took it", "plain"],
    ]);
  });

  it("ends with the try that is planned", () => {
    const delivery = {
      id: "d",
      status: "waiting",
      reason: null,
      tries: 1,
      dueAt: AT(15),
      doneAt: null,
      endpoint: null,
    };
    const attempts = [attempt(1, 10, null, "connection refused")];
    const event = {
      id: "evt_1",
      type: "payment_request.expired",
      sequence: 1,
      createdAt: AT(9),
      deliveries: [{ ...delivery, attempts }],
    };
    const found = detail({ status: "expired" }, [event]);
    expect(timelineOf(found).at(-1)).toMatchObject({ kind: "plan", title: "Try 2 of 10: planned" });
    expect(newsOf(found).more).toContain("has not taken the news yet");
  });
});

it("names the endpoint, and says why nothing was sent to it", () => {
  const told = { dueAt: AT(10), doneAt: AT(11), endpoint: { name: "acme-prod" } };
  const reason = "the endpoint is disabled";
  const deliveries = [
    { ...told, id: "a", status: "delivered", reason: null, tries: 1, attempts: [attempt(1, 10, 200, null)] },
    { ...told, id: "b", status: "failed", reason, tries: 0, attempts: [] },
  ];
  const event = { id: "evt_1", type: "payment_request.succeeded", sequence: 1, createdAt: AT(9), deliveries };
  const items = timelineOf(detail({ status: "completed" }, [event])).slice(-2);
  expect(items.map(({ title, text }) => [title, text])).toEqual([
    ["acme-prod (shop.example) took it", "payment_request.succeeded"],
    ["acme-prod: not sent", "payment_request.succeeded: the endpoint is disabled"],
  ]);
});

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

it("who was told: what was sent again and taken is taken, and one that failed is not hidden by one that did not", () => {
  const told = { reason: null, tries: 1, dueAt: AT(9), doneAt: AT(9), attempts: [] };
  const to = (id: string, name: string, status: string) => ({ ...told, id, status, endpoint: { name } });
  const event = { type: "payment_request.pending", sequence: 1, createdAt: AT(9) };
  const events = [
    {
      ...event,
      id: "e1",
      deliveries: [to("a", "one", "failed"), to("b", "two", "failed"), to("c", "one", "delivered")],
    },
    { ...event, id: "e2", deliveries: [to("d", "one", "delivered"), to("e", "two", "delivered")] },
  ];
  expect(destinationsOf(events).map(({ name, state, deliveryId }) => [name, state, deliveryId])).toEqual([
    ["one", "delivered", "d"],
    ["two", "failed", "b"],
  ]);
});

describe("the news", () => {
  it("never calls money safe that is still at the bank", () => {
    const { news, more } = newsOf(detail({ initiatedAt: AT(1), bankName: "Riverbank" }));
    expect(`${news} ${more}`).toBe(
      "The payment is at Riverbank and waits there. It stays open until the bank gives its answer.",
    );
  });
});

it.each([
  [0, "start"],
  [48, "+48 s"],
])("counts %i seconds from the start as %s", (second, words) => {
  expect(sinceStart(AT(second), AT(0))).toBe(words);
});
