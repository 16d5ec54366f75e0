import { describe, expect, it } from "vitest";
import { verifySignature } from "../../../demo-shop/verify-signature";
import type { Ctx } from "../../../lib/context";
import { createMerchant } from "../../../merchants/create-merchant";
import { moveClock, query } from "../../../test/database";
import { ctx } from "../../../test/rows/fixtures";
import { openLoopback } from "../../../test/webhooks/loopback-receivers";
import {
  naiveShop,
  type reportOf,
  rightShop,
  runReceiverTests,
  runReceiverTestsOf,
  strictShop,
  type TestedShop,
} from "../../../test/webhooks/receiver-test-shops";
import { shopsOfEachTest } from "../../../test/webhooks/webhook-shops";
import { setWebhookUrl } from "../../endpoints/set-webhook-url";
import { switchEndpoint } from "../../endpoints/switch-endpoint";
import { SIGNATURE_STEPS, STEPS } from "./plan";
import { readReceiverTests } from "./read-receiver-tests";
import { RECEIVER_TESTS_PER_WINDOW, startReceiverTest } from "./start-receiver-test";

openLoopback();
const shops = shopsOfEachTest();

/** Starts a receiver for the shop and creates a named endpoint for it. */
async function open(name: string, shop: TestedShop): Promise<TestedShop> {
  const receiver = await shops.receiver(shop.answer);
  shop.secret = await shops.endpoint({ name, url: receiver.url });
  return shop;
}

type Report = Awaited<ReturnType<typeof reportOf>>;
/** Without response times: the machine may be busy. */
const stepsThat = (verdict: string, { steps }: Report) =>
  steps.filter((step) => step.verdict === verdict && step.key !== "answer_times").map(({ key }) => key);
const start = (name: string | null) => startReceiverTest(ctx, { merchantId: shops.merchantId, name });

describe("a receiver test", () => {
  it("passes a correct receiver, fails naive and strict ones in their faults, and skips signatures of an unsigned one", async () => {
    const right = await open("right", rightShop());
    await open("demo-shop", rightShop(demoShopVerifies));
    const naive = await open("naive", naiveShop());
    await open("strict", strictShop());
    const unsigned = naiveShop();
    await shops.pointAt((await shops.receiver(unsigned.answer)).url);
    const reports = await runReceiverTestsOf(shops.merchantId, ["right", "demo-shop", "naive", "strict", null]);
    const [passes, shop, believes, refuses, byDefault] = reports as [Report, Report, Report, Report, Report];

    for (const report of [passes, shop]) {
      expect(report.state).toBe("finished");
      expect(stepsThat("failed", report)).toEqual([]);
      expect(stepsThat("look", report)).toEqual(["duplicate", "out_of_order"]);
      expect(stepsThat("passed", report)).toHaveLength(10);
      expectTold(report);
    }
    // The values that the report asks a person to check.
    const order = (step: number) => right.orders.get(`RECEIVER-TEST-${passes.code}-${step}`);
    expect([order(1), order(8)]).toEqual([
      { state: "completed", sequence: 1, times: 1 },
      { state: "completed", sequence: 2, times: 1 },
    ]);
    expect([2, 3, 4, 5, 6].map(order)).toEqual(Array(5).fill(undefined));
    expect(right.orders.size).toBe(1 + 1 + 1 + 10 + 1);

    expect(stepsThat("failed", believes)).toEqual(SIGNATURE_STEPS);
    expect(believes.summary).toContain("Anyone who knows the URL can mark an order as paid.");
    const doubled = naive.orders.get(`RECEIVER-TEST-${believes.code}-1`);
    const turnedBack = naive.orders.get(`RECEIVER-TEST-${believes.code}-8`);
    expect([doubled?.times, turnedBack?.state]).toEqual([2, "pending"]);

    expect(stepsThat("failed", refuses)).toEqual(["duplicate", "out_of_order", "unknown_type", "unknown_fields"]);
    expect(stepsThat("left_out", byDefault)).toEqual(SIGNATURE_STEPS);
    expect(byDefault).toMatchObject({ signed: false, progress: { done: 8, of: 8 } });
    expect(byDefault.summary).toContain("The signature steps were skipped: deliveries to this endpoint aren’t signed.");
    expect(unsigned.orders.size).toBe(1 + 1 + 1 + 10 + 1 + 1);
    // No deliveries are created.
    const counted = "SELECT count(*)::int AS n FROM webhook_deliveries WHERE merchant_id = $1";
    expect((await query(counted, [shops.merchantId])).rows).toEqual([{ n: 0 }]);
  });
});

/** Every step has all its texts, and every event is in test mode. */
function expectTold(report: Report): void {
  expect(report.steps.map(({ key }) => key)).toEqual(STEPS);
  for (const step of report.steps) {
    for (const text of [step.title, step.sent, step.expected, step.why, step.came]) expect(text).not.toBe("");
    for (const { request, answer } of step.calls) {
      expect(JSON.parse(request.body)).toMatchObject({ object: "event", data: { object: { test: true } } });
      expect(JSON.parse(request.body).data.object.metadata.order_id).toMatch(/^RECEIVER-TEST-[2-9A-HJ-NP-TV-Z]{5}-\d+/);
      expect(answer.kind).toBe("answered");
    }
  }
  expect(report.progress).toEqual({ done: 13, of: 13 });
}

const demoShopVerifies = (
  { headers, body }: { headers: NodeJS.Dict<string | string[]>; body: Buffer },
  secret: string,
) => verifySignature(String(headers["x-signature"]), body, secret, Math.floor(Date.now() / 1000));

describe("a receiver test is refused", () => {
  it.each([
    ["of an endpoint for live payments", { environment: "Live" }, /accepts live payments only/],
    ["of a disabled endpoint", {}, /is disabled/],
  ])("%s, with the reason", async (_, more, words) => {
    await shops.endpoint({ name: "shop", ...more });
    if (!("environment" in more))
      await switchEndpoint(ctx, { merchantId: shops.merchantId, name: "shop", to: "disabled" });
    await expect(start("shop")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringMatching(words),
    });
    expect((await readReceiverTests(ctx, { merchantId: shops.merchantId, name: "shop" })).history).toEqual([]);
  });

  it("of an unknown endpoint, and to unauthorised callers", async () => {
    await expect(start("unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(start(null)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const actor = { kind: "credential", id: null } as const;
    const caller = { kind: "merchant", merchantId: shops.merchantId, actor, scopes: [], testOnly: true } as const;
    const testOnly: Ctx = { ...ctx, caller };
    await expect(startReceiverTest(testOnly, { name: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it(`beyond ${RECEIVER_TESTS_PER_WINDOW} in an hour; a running one is returned instead of a second`, async () => {
    const receiver = await shops.receiver((response) => response.destroy());
    await shops.pointAt(receiver.url);
    const [first, second] = await Promise.all([start(null), start(null)]);
    expect(first).toEqual(second);
    await runReceiverTests();
    for (let count = 1; count < RECEIVER_TESTS_PER_WINDOW; count += 1) {
      await start(null);
      await runReceiverTests();
    }
    await expect(start(null)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await moveClock("1 hour");
    await start(null);
  });
});

describe("receiver tests are listed", () => {
  it("with earlier ones, only for their merchant", async () => {
    const receiver = await shops.receiver((response) => response.destroy());
    await shops.pointAt(receiver.url);
    await runReceiverTestsOf(shops.merchantId, [null]);
    await start(null);
    const input = { merchantId: shops.merchantId, name: null };
    const { history, receiverTest } = await readReceiverTests(ctx, input);
    expect(history.map(({ state }) => state)).toEqual(["running", "unfinished"]);
    expect(receiverTest).toMatchObject({ state: "running", summary: null, progress: { done: 0 } });
    const older = await readReceiverTests(ctx, { ...input, receiverTest: history[1]?.id });
    expect(older.receiverTest).toMatchObject({ id: history[1]?.id, state: "unfinished", reason: history[1]?.reason });
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await setWebhookUrl(ctx, { merchant_id: other, webhook_url: receiver.url });
    const theirs = await readReceiverTests(ctx, { merchantId: other, name: null, receiverTest: history[1]?.id });
    expect(theirs).toEqual({ history: [], receiverTest: null });
  });
});
