import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createPaymentRequestBody } from "@/server/payments/requests/schema";
import {
  createdIn,
  defaultEndpointLabel,
  endpointsForTests,
  newKey,
  OUTCOMES,
  sendUntilEnded,
  simulationRequest,
} from "./simulation-request";

const BASE_URL = "https://pay.example.com";
const guide = readFileSync("docs/integrate/testing.md", "utf8");
const endpoint = (name: string, environment: string, disabledAt: string | null = null) => ({
  ...{ name, environment, disabledAt },
});
type AllEndpoints = Parameters<typeof endpointsForTests>[0];
const listed = (given: object) => given as unknown as AllEndpoints;

describe("a simulated payment", () => {
  it.each(OUTCOMES.map(({ word }) => word))("is a request that the API accepts, and always a test: %s", (word) => {
    for (const named of [null, "shop"]) {
      const order = createPaymentRequestBody.parse(simulationRequest({ word, endpoint: named }, BASE_URL));
      expect(order.order.test_transaction).toBe(true);
      expect(order.order.payment_reference).toBe(word === "" ? "Simulated" : `Simulated ${word}`);
      expect(order.webhook_endpoints).toEqual(named === null ? undefined : [named]);
    }
  });

  it("uses each documented scenario of the simulated banks once", () => {
    const words = OUTCOMES.map(({ word }) => word).filter((word) => word !== "");
    expect(new Set(words).size).toBe(OUTCOMES.length - 1);
    for (const word of words) expect(guide).toContain(`| \`${word}\` |`);
    expect(guide).not.toContain("| `SIM-NOSUCH` |");
  });

  it("allows only this installation's own pages to frame its checkout", () => {
    const { redirect_urls: urls } = simulationRequest({ word: "", endpoint: null }, BASE_URL);
    expect([urls.success_url, urls.failure_url].map((url) => new URL(url).origin)).toEqual([BASE_URL, BASE_URL]);
  });

  it("offers no endpoint that is for live payments only, and none that is disabled", () => {
    const endpoints = [
      endpoint("both", "Both"),
      endpoint("live", "Live"),
      endpoint("off", "Test", "2026-11-22T00:00:00.000Z"),
      endpoint("test", "Test"),
    ];
    expect(endpointsForTests(listed({ endpoints }))).toEqual(["both", "test"]);
  });

  it("uses the default endpoint if it names none", () => {
    const endpointOfTest = (test: object) => defaultEndpointLabel(listed({ defaultEndpoint: { test } }));
    expect(endpointOfTest({ to: "none", because: "several" })).toBeNull();
    expect(endpointOfTest({ to: "default_url" })).toBe("Default URL");
    expect(endpointOfTest({ to: "endpoint", endpoint: { name: "shop" } })).toBe("Default: shop");
  });

  it("has a unique idempotency key that the API accepts", () => {
    const keys = new Set(Array.from({ length: 100 }, newKey));
    expect(keys.size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^sim-[0-9a-f]{32}$/);
  });

  it("is created only by a 201", () => {
    const body = JSON.stringify({ data: { payment_request_id: "id", payment_token: "ptok_x" } });
    expect(createdIn({ status: 201, body })).toEqual({ id: "id", token: "ptok_x" });
    expect(createdIn({ status: 400, body: JSON.stringify({ error: { code: "VALIDATION_ERROR" } }) })).toBeNull();
  });
});

describe("sendUntilEnded", () => {
  afterEach(() => vi.useRealTimers());
  const errorOf = (status: number, code: string) => ({ status, body: JSON.stringify({ error: { code } }) });
  const RUNNING = errorOf(409, "IDEMPOTENT_REQUEST_IN_PROGRESS");
  const CREATED = { status: 201, body: "{}" };
  let isLeft = () => false;
  async function sendsFor(...answers: { status: number; body: string }[]) {
    vi.useFakeTimers();
    const send = vi.fn(async () => answers[Math.min(send.mock.calls.length, answers.length) - 1] ?? CREATED);
    const ended = sendUntilEnded(send, isLeft);
    // Not all timers: a loop that another file of this thread left behind would have no end.
    await vi.advanceTimersByTimeAsync(60_000);
    return { answer: await ended, sends: send.mock.calls.length };
  }

  it("sends again while the first request with the key runs, and returns its payment", async () => {
    expect(await sendsFor(RUNNING, RUNNING, CREATED)).toEqual({ answer: CREATED, sends: 3 });
  });

  it("ends with the last answer after 6 sends, and after the first once the page was left", async () => {
    expect(await sendsFor(RUNNING)).toEqual({ answer: RUNNING, sends: 6 });
    isLeft = () => true;
    expect(await sendsFor(RUNNING)).toEqual({ answer: RUNNING, sends: 1 });
    isLeft = () => false;
  });

  it("control: sends once if the answer is final", async () => {
    for (const answer of [CREATED, errorOf(409, "CONFLICT"), errorOf(422, "IDEMPOTENCY_KEY_REUSED")])
      expect(await sendsFor(answer)).toEqual({ answer, sends: 1 });
  });
});
