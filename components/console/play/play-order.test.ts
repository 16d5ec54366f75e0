import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createPaymentRequestBody } from "@/server/payments/schema";
import { endpointsForTests, madeIn, newKey, OUTCOMES, orderOf, unnamedHearer } from "./play-order";

const BASE_URL = "https://pay.example.com";
const guide = readFileSync("docs/integrate/testing.md", "utf8");
const endpoint = (name: string, environment: string, disabledAt: string | null = null) => ({
  ...{ name, environment, disabledAt },
});
type Destinations = Parameters<typeof endpointsForTests>[0];
const destinations = (given: object) => given as unknown as Destinations;

describe("a payment that is played", () => {
  it.each(OUTCOMES.map(({ word }) => word))(
    "is an order that the API takes, and a test whatever happens: %s",
    (word) => {
      for (const named of [null, "shop"]) {
        const order = createPaymentRequestBody.parse(orderOf({ word, endpoint: named }, BASE_URL));
        expect(order.order.test_transaction).toBe(true);
        expect(order.order.payment_reference).toBe(word === "" ? "Play" : `Play ${word}`);
        expect(order.webhook_endpoints).toEqual(named === null ? undefined : [named]);
      }
    },
  );

  it("asks for ends that the simulated banks are documented to have, each once", () => {
    const words = OUTCOMES.map(({ word }) => word).filter((word) => word !== "");
    expect(new Set(words).size).toBe(OUTCOMES.length - 1);
    for (const word of words) expect(guide).toContain(`| \`${word}\` |`);
    expect(guide).not.toContain("| `SIM-NOSUCH` |");
  });

  it("lets no other page have the checkout in it than this installation's own", () => {
    const { redirect_urls: urls } = orderOf({ word: "", endpoint: null }, BASE_URL);
    expect([urls.success_url, urls.failure_url].map((url) => new URL(url).origin)).toEqual([BASE_URL, BASE_URL]);
  });

  it("offers to tell no endpoint that is for live payments alone, and none that is disabled", () => {
    const endpoints = [
      endpoint("both", "Both"),
      endpoint("live", "Live"),
      endpoint("off", "Test", "2026-11-22T00:00:00.000Z"),
      endpoint("test", "Test"),
    ];
    expect(endpointsForTests(destinations({ endpoints }))).toEqual(["both", "test"]);
  });

  it("says who is told where the payment names nobody", () => {
    const hearer = (test: object) => unnamedHearer(destinations({ unnamed: { test } }));
    expect(hearer({ to: "none", because: "several" })).toBeNull();
    expect(hearer({ to: "default_url" })).toBe("the default URL");
    expect(hearer({ to: "endpoint", endpoint: { name: "shop" } })).toBe("shop");
  });

  it("has a key that no other has, of those that the API takes", () => {
    const keys = new Set(Array.from({ length: 100 }, newKey));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^play-[0-9a-f]{32}$/);
  });

  it("is made by nothing but a 201", () => {
    const body = JSON.stringify({ data: { payment_request_id: "id", payment_token: "ptok_x" } });
    expect(madeIn({ status: 201, body })).toEqual({ id: "id", token: "ptok_x" });
    expect(madeIn({ status: 400, body: JSON.stringify({ error: { code: "VALIDATION_ERROR" } }) })).toBeNull();
  });
});
