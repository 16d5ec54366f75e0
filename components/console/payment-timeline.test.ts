import { describe, expect, it } from "vitest";
import { newsOf } from "./payment-news";
import { sinceStart, timelineOf } from "./payment-timeline";
import { destinationsOf } from "./payment-told";
import { AT, detail, transition } from "./testing-payments";

const attempt = (number: number, second: number, status: number | null, error: string | null) => ({
  id: `attempt-${number}`,
  number,
  at: AT(second),
  host: "shop.example",
  status,
  durationMs: 12,
  error,
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
