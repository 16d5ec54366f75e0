import { describe, expect, it } from "vitest";
import { AT, ATTEMPT, detail, transition } from "../overview/testing-payments";
import { paymentPhases } from "./payment-phases";
import { paymentSummary } from "./payment-summary";
import { lasting, timelineOf } from "./payment-timeline";
import { endpointDeliveries } from "./payment-webhooks";

const attempt = (number: number, second: number, status: number | null, error: string | null) => ({
  id: `attempt-${number}`,
  number,
  at: AT(second),
  host: "shop.example",
  status,
  durationMs: 12,
  error,
});

it("words a duration in two units under ten minutes, in one above", () => {
  const after = (seconds: number) =>
    lasting("2026-11-20T13:35:10Z", new Date(Date.UTC(2026, 10, 20, 13, 35, 10 + seconds)).toISOString());
  expect([0, 59, 60, 116, 599, 630, 9_000, 200_000].map(after)).toEqual([
    "0 s",
    "59 s",
    "1 min",
    "1 min 56 s",
    "9 min 59 s",
    "11 min",
    "3 h",
    "2 days",
  ]);
});

describe("the timeline", () => {
  it("begins with the creation, with the icon of what created it", () => {
    const ended = { status: "expired" } as const;
    expect(timelineOf(detail(ended))).toMatchObject([{ title: "Payment created", icon: "server" }]);
    expect(timelineOf(detail({ ...ended, paymentLinkId: "x" }))).toMatchObject([{ icon: "link" }]);
  });

  it("ends with the expiry while no bank is chosen", () => {
    expect(timelineOf(detail()).at(-1)).toMatchObject({
      kind: "plan",
      title: "Expires unless a bank is chosen",
    });
  });

  it("has no expiry while the chosen bank is called, and says when a cancellation is carried out", () => {
    const found = detail({ isLive: true, cancelRequestedAt: AT(3), bankName: "Riverbank" });
    expect(timelineOf(found).at(-1)).toMatchObject({
      title: "Cancellation requested",
      text: "It is carried out once the bank has answered.",
    });
    expect(paymentSummary(found, "UTC")).toEqual({
      lead: "Cancellation requested.",
      more: "It is carried out once Riverbank has answered.",
    });
    const lead = "Waiting for Riverbank to answer.";
    expect(paymentSummary(detail({ isLive: true, bankName: "Riverbank" }), "UTC")).toEqual({ lead, more: "" });
  });

  it("has webhook attempts among the payment's steps, in order of time", () => {
    const transitions = [
      transition("INITIATING", 1, null),
      transition("AWAITING_AUTH", 2, "RCVD"),
      transition("EXECUTED", 9, "ACSC"),
    ];
    const delivery = {
      id: "d",
      status: "delivered",
      state: "delivered" as const,
      reason: null,
      tries: 2,
      resent: 0,
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
      ["Payment created", "plain"],
      ["Started at the bank", "plain"],
      ["Awaiting approval at the bank", "plain"],
      ["Debited from the customer’s account", "plain"],
      ["Completed", "done"],
      ["Webhook to shop.example not delivered", "warn"],
      ["Webhook delivered to shop.example", "plain"],
    ]);
  });

  it("ends with the next webhook attempt", () => {
    const delivery = {
      id: "d",
      status: "waiting",
      state: "retrying" as const,
      reason: null,
      tries: 1,
      resent: 0,
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
    expect(timelineOf(found).at(-1)).toMatchObject({
      kind: "plan",
      title: "Webhook to the default URL",
      text: "payment_request.expired, attempt 2 of 10",
    });
    expect(paymentSummary(found, "UTC").more).toContain(
      "Not all webhooks have been delivered yet: a delivery is being retried.",
    );
  });
});

it("a webhook names its endpoint, and one that was not sent gives the reason", () => {
  const of = { dueAt: AT(10), doneAt: AT(11), endpoint: { name: "acme-prod" } };
  const reason = "the endpoint is disabled";
  const deliveries = [
    {
      ...of,
      id: "a",
      status: "delivered",
      state: "delivered" as const,
      reason: null,
      tries: 1,
      resent: 0,
      attempts: [attempt(1, 10, 200, null)],
    },
    { ...of, id: "b", status: "failed", state: "failed" as const, reason, tries: 0, resent: 0, attempts: [] },
  ];
  const event = { id: "evt_1", type: "payment_request.succeeded", sequence: 1, createdAt: AT(9), deliveries };
  const items = timelineOf(detail({ status: "completed" }, [event])).slice(-2);
  expect(items.map(({ title, text }) => [title, text])).toEqual([
    ["Webhook delivered to acme-prod (shop.example)", "payment_request.succeeded"],
    ["Webhook to acme-prod not sent", "payment_request.succeeded: the endpoint is disabled"],
  ]);
});

it.each([
  ["CANC", null, "Cancelled at Riverbank"],
  [null, "access_denied", "Cancelled at Riverbank"],
  [null, "link_paid", "Stopped before submission"],
  [null, null, "Stopped before submission"],
])("a cancelled attempt with the status %s and the reason %s has the title “%s”", (status, reason, title) => {
  const transitions = [transition("CANCELLED", 9, status)];
  expect(
    timelineOf(detail({ status: "cancelled", attempts: [{ ...ATTEMPT, reason }], transitions })).at(-1),
  ).toMatchObject({ title });
});

it("a sample of the demo has one sample delivery, without a response and not delivered", () => {
  const sample = {
    id: "1c7bc12c-e2cd-8232-a7e3-1407c5676c2b",
    status: "delivered",
    state: "delivered" as const,
    reason: null,
    tries: 2,
    resent: 0,
    dueAt: AT(10),
    doneAt: AT(11),
    endpoint: null,
    attempts: [attempt(1, 10, 503, "status 503"), attempt(2, 15, 200, null)],
  };
  const event = { id: "evt_1", type: "payment_request.succeeded", sequence: 1, createdAt: AT(9), deliveries: [sample] };
  const items = timelineOf(detail({ status: "completed" }, [event])).slice(2);
  expect(items.map(({ title, kind, text, answer }) => [title, kind, text, answer])).toEqual([
    ["Sample delivery to the default URL", "plain", "payment_request.succeeded, not sent", undefined],
  ]);
});

it("an endpoint counts a resend instead of the failed delivery, and a later success hides no failure", () => {
  const done = { reason: null, tries: 1, resent: 0, dueAt: AT(9), doneAt: AT(9), attempts: [] };
  const to = (id: string, name: string, state: "delivered" | "failed") => ({
    ...{ ...done, id, status: state, state },
    endpoint: { name },
  });
  const event = { type: "payment_request.pending", sequence: 1, createdAt: AT(9) };
  const events = [
    {
      ...event,
      id: "e1",
      deliveries: [to("a", "one", "failed"), to("b", "two", "failed"), to("c", "one", "delivered")],
    },
    { ...event, id: "e2", deliveries: [to("d", "one", "delivered"), to("e", "two", "delivered")] },
  ];
  expect(endpointDeliveries(events).map(({ name, state, deliveryId }) => [name, state, deliveryId])).toEqual([
    ["one", "delivered", "d"],
    ["two", "failed", "b"],
  ]);
});

describe("the summary", () => {
  it("of a payment at the bank promises no money", () => {
    const { lead, more } = paymentSummary(detail({ initiatedAt: AT(1), bankName: "Riverbank" }), "UTC");
    expect(`${lead} ${more}`).toBe(
      "Waiting for the customer to approve at Riverbank. The payment stays open until the bank confirms it.",
    );
  });
});

it("a row of an endpoint is open and amber until the last attempt was delivered", () => {
  const of = {
    status: "delivered",
    reason: null,
    dueAt: AT(10),
    doneAt: null,
    endpoint: { name: "orders" },
    tries: 2,
    resent: 0,
  };
  const rows = (second: number | null) => {
    const attempts = [attempt(1, 10, 503, "status 503"), attempt(2, 15, second, second === 200 ? null : "status 500")];
    const state = second === 200 ? ("delivered" as const) : ("failed" as const);
    const deliveries = [{ ...of, id: "a", state, attempts }];
    const event = { id: "e", type: "payment_request.succeeded", sequence: 1, createdAt: AT(9), deliveries };
    return paymentPhases(timelineOf(detail({ status: "completed" }, [event]))).at(-1);
  };
  expect(rows(200)).toMatchObject({
    isOpen: false,
    head: { kind: "plain", title: "Webhook delivered to orders (shop.example)" },
  });
  expect(rows(500)).toMatchObject({
    isOpen: true,
    head: { kind: "warn", title: "Webhook to orders (shop.example) not delivered" },
  });
});
