import { describe, expect, it } from "vitest";
import { verifySignature } from "../../demo-shop/verify-signature";
import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query } from "../../test/database";
import {
  type ExaminedShop,
  naiveShop,
  type reportOf,
  rightShop,
  runExams,
  sitExams,
  strictShop,
} from "../../test/examined-shops";
import { ctx } from "../../test/fixtures";
import { openLoopback } from "../../test/loopback-receivers";
import { shopsOfEachTest } from "../../test/webhook-shops";
import { setWebhookUrl } from "../set-webhook-url";
import { switchEndpoint } from "../switch-endpoint";
import { SIGNATURE_STEPS, STEPS } from "./exam-plan";
import { readExams } from "./read-exams";
import { EXAMS_PER_WINDOW, startExam } from "./start-exam";

openLoopback();
const shops = shopsOfEachTest();

/** A receiver for the shop, and a named endpoint that leads to it. */
async function open(name: string, shop: ExaminedShop): Promise<ExaminedShop> {
  const receiver = await shops.receiver(shop.answer);
  shop.secret = await shops.endpoint({ name, url: receiver.url });
  return shop;
}

type Report = Awaited<ReturnType<typeof reportOf>>;
/** How soon it answered is left out: a test's machine may be busy. */
const stepsThat = (verdict: string, { steps }: Report) =>
  steps.filter((step) => step.verdict === verdict && step.key !== "answer_times").map(({ key }) => key);
const start = (name: string | null) => startExam(ctx, { merchantId: shops.merchantId, name });

describe("an exam", () => {
  it("passes who is right, fails who is naive or strict in what each does wrong, and leaves out what is not signed", async () => {
    const right = await open("right", rightShop());
    await open("demo-shop", rightShop(demoShopVerifies));
    const naive = await open("naive", naiveShop());
    await open("strict", strictShop());
    const unsigned = naiveShop();
    await shops.pointAt((await shops.receiver(unsigned.answer)).url);
    const reports = await sitExams(shops.merchantId, ["right", "demo-shop", "naive", "strict", null]);
    const [passes, shop, believes, refuses, byDefault] = reports as [Report, Report, Report, Report, Report];

    for (const report of [passes, shop]) {
      expect(report.state).toBe("finished");
      expect(stepsThat("failed", report)).toEqual([]);
      expect(stepsThat("look", report)).toEqual(["duplicate", "out_of_order"]);
      expect(stepsThat("passed", report)).toHaveLength(10);
      expectTold(report);
    }
    // What the report asks a person to look for is there.
    const order = (step: number) => right.orders.get(`EXAM-${passes.code}-${step}`);
    expect([order(1), order(8)]).toEqual([
      { state: "completed", sequence: 1, times: 1 },
      { state: "completed", sequence: 2, times: 1 },
    ]);
    expect([2, 3, 4, 5, 6].map(order)).toEqual(Array(5).fill(undefined));
    expect(right.orders.size).toBe(1 + 1 + 1 + 10 + 1);

    expect(stepsThat("failed", believes)).toEqual(SIGNATURE_STEPS);
    expect(believes.news).toContain("Whoever knows the address can tell it that an order is paid.");
    const doubled = naive.orders.get(`EXAM-${believes.code}-1`);
    const turnedBack = naive.orders.get(`EXAM-${believes.code}-8`);
    expect([doubled?.times, turnedBack?.state]).toEqual([2, "pending"]);

    expect(stepsThat("failed", refuses)).toEqual(["duplicate", "out_of_order", "unknown_type", "unknown_fields"]);
    expect(stepsThat("left_out", byDefault)).toEqual(SIGNATURE_STEPS);
    expect(byDefault).toMatchObject({ signed: false, progress: { done: 8, of: 8 } });
    expect(byDefault.news).toContain("What asks about signatures was left out: nothing is signed here.");
    expect(unsigned.orders.size).toBe(1 + 1 + 1 + 10 + 1 + 1);
    // Nothing of it is a delivery.
    const counted = "SELECT count(*)::int AS n FROM webhook_deliveries WHERE merchant_id = $1";
    expect((await query((client) => client.query(counted, [shops.merchantId]))).rows).toEqual([{ n: 0 }]);
  });
});

/** Every step says what was sent, what was expected, what came and why it matters; and everything sent is a test. */
function expectTold(report: Report): void {
  expect(report.steps.map(({ key }) => key)).toEqual(STEPS);
  for (const step of report.steps) {
    for (const text of [step.title, step.sent, step.expected, step.why, step.came]) expect(text).not.toBe("");
    for (const { request, answer } of step.calls) {
      expect(JSON.parse(request.body)).toMatchObject({ object: "event", data: { object: { test: true } } });
      expect(JSON.parse(request.body).data.object.metadata.order_id).toMatch(/^EXAM-[2-9A-HJ-NP-TV-Z]{5}-\d+/);
      expect(answer.kind).toBe("answered");
    }
  }
  expect(report.progress).toEqual({ done: 13, of: 13 });
}

const demoShopVerifies = (
  { headers, body }: { headers: NodeJS.Dict<string | string[]>; body: Buffer },
  secret: string,
) => verifySignature(String(headers["x-signature"]), body, secret, Math.floor(Date.now() / 1000));

describe("an exam is refused", () => {
  it.each([
    ["of an endpoint that takes live payments only", { environment: "Live" }, /takes live payments only/],
    ["of an endpoint that is disabled", {}, /is disabled/],
  ])("%s, in words", async (_, more, words) => {
    await shops.endpoint({ name: "shop", ...more });
    if (!("environment" in more))
      await switchEndpoint(ctx, { merchantId: shops.merchantId, name: "shop", to: "disabled" });
    await expect(start("shop")).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringMatching(words),
    });
    expect((await readExams(ctx, { merchantId: shops.merchantId, name: "shop" })).history).toEqual([]);
  });

  it("of what is not there, and to those who may not", async () => {
    await expect(start("nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(start(null)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const actor = { kind: "credential", id: null } as const;
    const caller = { kind: "merchant", merchantId: shops.merchantId, actor, scopes: [], testOnly: true } as const;
    const testOnly: Ctx = { ...ctx, caller };
    await expect(startExam(testOnly, { name: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it(`beyond ${EXAMS_PER_WINDOW} in an hour; one that runs is answered instead of a second`, async () => {
    const receiver = await shops.receiver((response) => response.destroy());
    await shops.pointAt(receiver.url);
    const [first, second] = await Promise.all([start(null), start(null)]);
    expect(first).toEqual(second);
    await runExams();
    for (let count = 1; count < EXAMS_PER_WINDOW; count += 1) {
      await start(null);
      await runExams();
    }
    await expect(start(null)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await moveClock("1 hour");
    await start(null);
  });
});

describe("exams are read", () => {
  it("with the ones before, by their own merchant alone", async () => {
    const receiver = await shops.receiver((response) => response.destroy());
    await shops.pointAt(receiver.url);
    await sitExams(shops.merchantId, [null]);
    await start(null);
    const input = { merchantId: shops.merchantId, name: null };
    const { history, exam } = await readExams(ctx, input);
    expect(history.map(({ state }) => state)).toEqual(["running", "unfinished"]);
    expect(exam).toMatchObject({ state: "running", news: null, progress: { done: 0 } });
    const older = await readExams(ctx, { ...input, exam: history[1]?.id });
    expect(older.exam).toMatchObject({ id: history[1]?.id, state: "unfinished", reason: history[1]?.reason });
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await setWebhookUrl(ctx, { merchant_id: other, webhook_url: receiver.url });
    const theirs = await readExams(ctx, { merchantId: other, name: null, exam: history[1]?.id });
    expect(theirs).toEqual({ history: [], exam: null });
  });
});
