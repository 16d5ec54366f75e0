import { describe, expect, it } from "vitest";
import { formatDefaultEndpoint, formatMode, formatSubscribedEvents, formatWebhooksSummary } from "./webhook-labels";

const endpoint = (given: Partial<Parameters<typeof formatWebhooksSummary>[0][number]> = {}) => ({
  signed: true,
  state: "healthy" as const,
  lastSuccessAt: "2026-11-21T12:00:00.000Z" as string | null,
  ...given,
});
const failing = endpoint({ state: "failing" });
const disabled = endpoint({ state: "disabled" });
const LEAD = "We send each payment result to these addresses, signed";
const QUEUED = "Payments continue; events are queued.";

describe("the lead of the webhooks page", () => {
  it.each([
    ["no endpoint", [], "Send each payment result to your server, signed"],
    ["one endpoint", [endpoint()], "We send each payment result to this address, signed"],
    ["three healthy ones", [endpoint(), endpoint(), endpoint()], LEAD],
    ["one unsigned", [endpoint(), endpoint({ signed: false })], "We send each payment result to these addresses"],
    [
      "no successful delivery",
      [endpoint({ lastSuccessAt: null }), endpoint({ lastSuccessAt: null })],
      `${LEAD}. No successful delivery in the last 30 days`,
    ],
    ["all disabled", [disabled], "All endpoints are disabled. No webhooks are sent."],
    ["one of two disabled", [endpoint(), disabled], `${LEAD}. 1 disabled`],
    [
      "one failing, one with an open circuit, one paused",
      [endpoint(), failing, endpoint({ state: "circuit_open" }), endpoint({ state: "paused" })],
      `${LEAD}. 2 failing, 1 paused. ${QUEUED}`,
    ],
    ["one of two failing", [endpoint(), failing], `${LEAD}. 1 failing. ${QUEUED}`],
    ["13 failing", Array(13).fill(failing), `${LEAD}. 13 failing. ${QUEUED}`],
  ])("with %s", (_case, endpoints, lead) => {
    expect(formatWebhooksSummary(endpoints)).toBe(lead);
  });
});

describe("the endpoint of payments that name none", () => {
  const sentences = (given: Parameters<typeof formatDefaultEndpoint>[0]) =>
    formatDefaultEndpoint(given).map(({ before, name, after }) => `${before}${name ?? ""}${after}`);
  const marked = { to: "endpoint", endpoint: { name: "orders-prod" }, marked: true } as const;
  const only = { to: "endpoint", endpoint: { name: "staging" }, marked: false } as const;

  it("is one sentence where live and test payments use the same", () => {
    expect(sentences({ live: marked, test: marked })).toEqual([
      "Payments without a named endpoint use orders-prod, the default endpoint.",
    ]);
    expect(sentences({ live: { to: "default_url" }, test: { to: "default_url" } })).toEqual([
      "Payments without a named endpoint use the default URL.",
    ]);
  });

  it("is two sentences where they differ, with the reason why no webhooks are sent", () => {
    expect(sentences({ live: marked, test: only })).toEqual([
      "Live payments without a named endpoint use orders-prod, the default endpoint.",
      "Test payments without a named endpoint use staging, the only endpoint that accepts them.",
    ]);
    expect(
      sentences({ live: { to: "none", because: "several" }, test: { to: "none", because: "no_endpoint" } }),
    ).toEqual([
      "Live payments without a named endpoint send no webhooks: several endpoints accept them and none is the default, and no default URL is set.",
      "Test payments without a named endpoint send no webhooks: no endpoint accepts them, and no default URL is set.",
    ]);
  });
});

it("subscribed events are shortened in a list and complete elsewhere", () => {
  const types = ["payment_request.succeeded", "payment_request.failed", "payment_link.used"];
  expect(formatSubscribedEvents([], 1)).toBe("All events");
  expect(formatSubscribedEvents(types.slice(0, 1), 1)).toBe("succeeded");
  expect(formatSubscribedEvents(types, 1)).toBe("succeeded and 2 more");
  expect(formatSubscribedEvents(types)).toBe("succeeded, failed, link used");
  expect([formatMode("Both"), formatMode("Live"), formatMode("Test")]).toEqual(["Live, test", "Live", "Test"]);
});
