import { describe, expect, it, vi } from "vitest";
import { moveClock, query } from "../../test/database";
import { reportOf, rightShop, runExams, sitExams } from "../../test/examined-shops";
import { ctx } from "../../test/fixtures";
import { ok, shopsOfEachTest } from "../../test/webhook-shops";
import { switchEndpoint } from "../switch-endpoint";
import { examJobs } from "./jobs";
import { startExam } from "./start-exam";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const shops = shopsOfEachTest();
const start = (name: string) => startExam(ctx, { merchantId: shops.merchantId, name });

/** A receiver that does everything right, and an endpoint that leads to it. */
async function openShop() {
  const shop = rightShop();
  const receiver = await shops.receiver(shop.answer);
  shop.secret = await shops.endpoint({ name: "shop", url: receiver.url });
  return { shop, receiver };
}

describe("an exam ends as unfinished, and says why", () => {
  it("when the valid event gets no answer: nothing else is sent", async () => {
    const receiver = await shops.receiver((response) => response.destroy());
    await shops.endpoint({ name: "dead", url: receiver.url });
    const [report] = await sitExams(shops.merchantId, ["dead"]);
    expect(report).toMatchObject({
      state: "unfinished",
      news: expect.stringContaining("got no answer: the connection"),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it.each<[string, RegExp, () => Promise<unknown>]>([
    [
      "disabled",
      /the endpoint is disabled/,
      () => switchEndpoint(ctx, { merchantId: shops.merchantId, name: "shop", to: "disabled" }),
    ],
    ["given another URL", /URL was changed/, () => setUrl("https://elsewhere.example/hook")],
  ])("when the endpoint is %s meanwhile", async (_, why, change) => {
    const receiver = await shops.receiver(ok);
    await shops.endpoint({ name: "shop", url: receiver.url });
    await start("shop");
    await runOne();
    await change();
    await runExams();
    expect(await reportOf(shops.merchantId, "shop")).toMatchObject({
      state: "unfinished",
      reason: expect.stringMatching(why),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it("when it is interrupted again and again, or nobody went on for long", async () => {
    await openShop();
    await start("shop");
    for (let death = 0; death < 3; death += 1) await dieWhileSending();
    await runExams();
    expect(await reportOf(shops.merchantId, "shop")).toMatchObject({
      reason: expect.stringContaining("interrupted three times"),
    });
    await start("shop");
    await moveClock("31 minutes");
    await runExams();
    expect(await reportOf(shops.merchantId, "shop")).toMatchObject({ reason: expect.stringContaining("30 minutes") });
  });

  const setUrl = (url: string) =>
    query((client) =>
      client.query("UPDATE webhook_endpoints SET url = $1 WHERE merchant_id = $2", [url, shops.merchantId]),
    );
});

const claim = async () => (await Promise.all(examJobs.map((job) => job.claim(10)))).flat();
const runOne = async () => Promise.all((await claim()).map((run) => run()));

/** A worker that has begun a sending and is killed: its lease runs out, and nothing is written. */
async function dieWhileSending(): Promise<void> {
  expect(await claim()).toHaveLength(1);
  await query((client) => client.query("UPDATE webhook_exams SET tries = tries + 1 WHERE state = 'running'"));
  await moveClock("25 seconds");
}

describe("a worker that dies", () => {
  it("after it has sent, leaves the exam to the next, which sends the same bytes once more, and goes on to the end", async () => {
    const { shop, receiver } = await openShop();
    await start("shop");
    await runOne();
    await refuseWriting(true);
    await expect(runOne()).rejects.toThrow();
    await refuseWriting(false);
    await moveClock("25 seconds");
    await runExams();
    const report = await reportOf(shops.merchantId, "shop");
    expect(report).toMatchObject({ state: "finished", progress: { done: 13, of: 13 } });
    expect(shop.orders.get(`EXAM-${report.code}-1`)?.times).toBe(1);
    const [first, once, again, next] = receiver.received.map(({ headers }) => headers["x-event-id"]);
    expect(again).toBe(once);
    expect(new Set([first, once, next]).size).toBe(3);
    expect(receiver.received[2]?.body).toEqual(receiver.received[1]?.body);
  });

  it("writes nothing, and sends nothing, when it comes back after another has gone on", async () => {
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

/** The database takes no sending, as when it is lost right after the calls. */
async function refuseWriting(refuse: boolean): Promise<void> {
  const [add, drop] = [
    "ALTER TABLE webhook_exam_sendings ADD CONSTRAINT lost CHECK (position < 0) NOT VALID",
    "ALTER TABLE webhook_exam_sendings DROP CONSTRAINT lost",
  ];
  await query((client) => client.query(refuse ? add : drop));
}
