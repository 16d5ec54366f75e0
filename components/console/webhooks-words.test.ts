import { describe, expect, it } from "vitest";
import { addressParts, hearsWords, newsOfWebhooks, unnamedWords, waitWords, worksIn } from "./webhooks-words";

const endpoint = (given: Partial<Parameters<typeof newsOfWebhooks>[0][number]> = {}) => ({
  name: "a",
  disabled: false,
  state: "healthy" as const,
  lastSuccessAt: "2026-11-21T12:00:00.000Z" as string | null,
  ...given,
});
const defaultUrl = endpoint({ name: null });

describe("the news of webhooks", () => {
  it.each([
    [[], "No destination yet. Payments are told to nobody; their status can be asked for."],
    [[defaultUrl], "The default URL. It takes what it is told."],
    [[endpoint()], "One endpoint. It takes what it is told."],
    [[defaultUrl, endpoint(), endpoint()], "The default URL and two endpoints. All take what they are told."],
    [
      [endpoint({ lastSuccessAt: null }), endpoint({ lastSuccessAt: null })],
      "Two endpoints. Nothing was told in the last 30 days.",
    ],
    [[endpoint({ disabled: true })], "One endpoint. One is disabled."],
    [
      [endpoint(), endpoint({ disabled: true, state: "failing" })],
      "Two endpoints. One is disabled. The other takes what it is told.",
    ],
    [
      [...Array(3).fill(endpoint()), endpoint({ state: "failing" }), endpoint({ state: "paused" })],
      "Five endpoints. One is failing, one is paused; payments that name them are still accepted, and what is to be told waits.",
    ],
    [
      [endpoint(), endpoint({ state: "failing" })],
      "Two endpoints. One is failing; payments that name it are still accepted, and what is to be told waits.",
    ],
    [
      Array(13).fill(endpoint({ state: "failing" })),
      "13 endpoints. 13 are failing; payments that name them are still accepted, and what is to be told waits.",
    ],
  ])("%#: says how many there are and which of them do not work", (destinations, words) => {
    expect(newsOfWebhooks(destinations)).toBe(words);
  });
});

describe("a payment that names no endpoint", () => {
  const said = (given: Parameters<typeof unnamedWords>[0]) =>
    unnamedWords(given).map(({ before, name, after }) => `${before}${name ?? ""}${after}`);
  const marked = { to: "endpoint", endpoint: { name: "orders-prod" }, marked: true } as const;
  const only = { to: "endpoint", endpoint: { name: "staging" }, marked: false } as const;

  it("is one sentence where live and test payments go the same way", () => {
    expect(said({ live: marked, test: marked })).toEqual([
      "A payment that names no endpoint tells orders-prod, the one marked default.",
    ]);
    expect(said({ live: { to: "default_url" }, test: { to: "default_url" } })).toEqual([
      "A payment that names no endpoint tells the default URL.",
    ]);
  });

  it("is two where they differ, and says why there is nobody to tell", () => {
    expect(said({ live: marked, test: only })).toEqual([
      "A live payment that names no endpoint tells orders-prod, the one marked default.",
      "A test payment that names no endpoint tells staging, the only one that takes it.",
    ]);
    expect(said({ live: { to: "none", because: "several" }, test: { to: "none", because: "no_endpoint" } })).toEqual([
      "A live payment that names no endpoint is told to nobody: several take it and none is marked default, and there is no default URL.",
      "A test payment that names no endpoint is told to nobody: there is none that takes it, and there is no default URL.",
    ]);
  });
});

it("what a destination hears is short in a list and whole elsewhere", () => {
  const types = ["payment_request.succeeded", "payment_request.failed", "payment_link.used"];
  expect(hearsWords([], 1)).toBe("all events");
  expect(hearsWords(types.slice(0, 1), 1)).toBe("succeeded");
  expect(hearsWords(types, 1)).toBe("succeeded and 2 more");
  expect(hearsWords(types)).toBe("succeeded, failed, link used");
  expect([worksIn("Both"), worksIn("Live"), worksIn("Test")]).toEqual(["Live, test", "Live", "Test"]);
});

it("an address is in two parts: its end stays when there is no room", () => {
  expect(addressParts("https://shop.example/in/orders/end")).toEqual({ head: "shop.example/in/or", tail: "ders/end" });
  expect(addressParts("http://shop.example/hook")).toEqual({ head: "http://shop.exam", tail: "ple/hook" });
  expect(addressParts("https://a.bc/")).toEqual({ head: "", tail: "a.bc/" });
});

it("waits are in the unit that one reads", () => {
  expect([5, 300, 1800, 7200, 86_400].map(waitWords)).toEqual(["5 s", "5 min", "30 min", "2 h", "24 h"]);
});
