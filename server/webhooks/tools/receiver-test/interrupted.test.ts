import { describe, expect, it } from "vitest";
import { moveClock, query } from "../../../test/database";
import { ctx } from "../../../test/rows/fixtures";
import { reportOf, rightShop, runReceiverTests, runReceiverTestsOf } from "../../../test/webhooks/receiver-test-shops";
import { ok, shopsOfEachTest } from "../../../test/webhooks/webhook-shops";
import { switchEndpoint } from "../../endpoints/switch-endpoint";
import { receiverTestJobs } from "./jobs";
import { startReceiverTest } from "./start-receiver-test";

const shops = shopsOfEachTest();
const start = (name: string) => startReceiverTest(ctx, { merchantId: shops.merchantId, name });

/** An endpoint with a correct receiver. */
async function openShop() {
  const shop = rightShop();
  const receiver = await shops.receiver(shop.answer);
  shop.secret = await shops.endpoint({ name: "shop", url: receiver.url });
  return { shop, receiver };
}

describe("a receiver test ends as unfinished, with the reason", () => {
  it("when the valid event gets no response, and nothing else is sent", async () => {
    const receiver = await shops.receiver((response) => response.destroy());
    await shops.endpoint({ name: "dead", url: receiver.url });
    const [report] = await runReceiverTestsOf(shops.merchantId, ["dead"]);
    expect(report).toMatchObject({
      state: "unfinished",
      summary: expect.stringContaining("No response to the valid event: the connection"),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      "disabled",
      /the endpoint is disabled/,
      () => switchEndpoint(ctx, { merchantId: shops.merchantId, name: "shop", to: "disabled" }),
    ],
    ["given another URL", /URL changed/, () => setUrl("https://elsewhere.example/hook")],
  ])("when the endpoint is %s meanwhile", async (_, why, change) => {
    const receiver = await shops.receiver(ok);
    await shops.endpoint({ name: "shop", url: receiver.url });
    await start("shop");
    await runOne();
    await change();
    await runReceiverTests();
    expect(await reportOf(shops.merchantId, "shop")).toMatchObject({
      state: "unfinished",
      reason: expect.stringMatching(why),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("when it is interrupted three times or takes over 30 minutes", async () => {
    await openShop();
    await start("shop");
    for (let death = 0; death < 3; death += 1) await dieWhileSending();
    await runReceiverTests();
    expect(await reportOf(shops.merchantId, "shop")).toMatchObject({
      reason: expect.stringContaining("interrupted three times"),
    });
    await start("shop");
    await moveClock("31 minutes");
    await runReceiverTests();
    expect(await reportOf(shops.merchantId, "shop")).toMatchObject({ reason: expect.stringContaining("30 minutes") });
  });

  const setUrl = (url: string) =>
    query("UPDATE webhook_endpoints SET url = $1 WHERE merchant_id = $2", [url, shops.merchantId]);
});

const claim = async () => (await Promise.all(receiverTestJobs.map((job) => job.claim(10)))).flat();
const runOne = async () => Promise.all((await claim()).map((run) => run()));

/** A worker that has started a sending and is killed: its lease expires without a result. */
async function dieWhileSending(): Promise<void> {
  expect(await claim()).toHaveLength(1);
  await query("UPDATE receiver_tests SET tries = tries + 1 WHERE state = 'running'");
  await moveClock("25 seconds");
}

describe("a worker that dies during a receiver test", () => {
  it("leaves it to another, which repeats the sending with the same bytes and finishes the test", async () => {
    const { shop, receiver } = await openShop();
    await start("shop");
    await runOne();
    await refuseWriting(true);
    await expect(runOne()).rejects.toThrow();
    await refuseWriting(false);
    await moveClock("25 seconds");
    await runReceiverTests();
    const report = await reportOf(shops.merchantId, "shop");
    expect(report).toMatchObject({ state: "finished", progress: { done: 13, of: 13 } });
    expect(shop.orders.get(`RECEIVER-TEST-${report.code}-1`)?.times).toBe(1);
    const [first, once, again, next] = receiver.received.map(({ headers }) => headers["x-event-id"]);
    expect(again).toBe(once);
    expect(new Set([first, once, next]).size).toBe(3);
    expect(receiver.received[2]?.body).toEqual(receiver.received[1]?.body);
  });

  it("writes and sends nothing after another has continued", async () => {
    const { receiver } = await openShop();
    await start("shop");
    const [late] = await claim();
    await moveClock("25 seconds");
    await runOne();
    await late?.();
    expect((await reportOf(shops.merchantId, "shop")).progress.done).toBe(1);
    expect(receiver.received).toHaveLength(1);
  });
});

/** Storing a sending fails, as when the database is lost after the calls. */
async function refuseWriting(refuse: boolean): Promise<void> {
  const [add, drop] = [
    "ALTER TABLE receiver_test_steps ADD CONSTRAINT lost CHECK (position < 0) NOT VALID",
    "ALTER TABLE receiver_test_steps DROP CONSTRAINT lost",
  ];
  await query(refuse ? add : drop);
}
