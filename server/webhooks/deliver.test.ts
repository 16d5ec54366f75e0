import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemCtx } from "../lib/context";
import { closeDb, db } from "../lib/db";
import { newId } from "../lib/ids";
import { createMerchant } from "../merchants/create-merchant";
import { moveClock, query } from "../test/database";
import { generateWebhookSecret } from "./generate-webhook-secret";
import { webhookJobs } from "./jobs";
import { listDeliveries } from "./list-deliveries";
import { recordEvent } from "./record-event";
import { setWebhookUrl } from "./set-webhook-url";
import { type Answer, startReceiver } from "./test-receiver";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32");
const ctx = systemCtx("test");
const ok: Answer = (response) => response.end("thanks");
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end();

const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
let merchantId = "";

async function receiver(answer: Answer) {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

beforeEach(async () => {
  await query((client) =>
    client.query("DELETE FROM webhook_delivery_attempts; DELETE FROM webhook_deliveries; DELETE FROM webhook_events"),
  );
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
});
afterEach(() => {
  for (const one of receivers.splice(0)) one.close();
});
afterAll(closeDb);

const pointAt = (url: string, merchant = merchantId) => setWebhookUrl(ctx, { webhook_url: url, merchant_id: merchant });

/** An event of a new payment request; answers its subject. */
async function happen(merchant = merchantId): Promise<string> {
  const subjectId = newId();
  const object = { id: subjectId, amount: "1999", currency: "GBP", status: "completed", note: "Zażółć, 支払い" };
  await db().$transaction((tx) =>
    recordEvent(tx, {
      merchantId: merchant,
      subjectId,
      sequence: 1,
      type: "payment_request.succeeded",
      test: true,
      object,
    }),
  );
  return subjectId;
}

/** Claims what is due now and runs it to its end, as a worker does. Answers how many runs that were. */
async function runDue(): Promise<number> {
  const runs = (await Promise.all(webhookJobs.map((job) => job.claim(job.concurrency)))).flat();
  await Promise.all(runs.map((run) => run()));
  return runs.length;
}

/** The one delivery of a subject, with its tries. */
async function deliveryOf(subjectId: string, merchant = merchantId) {
  const [event] = await listDeliveries(ctx, { subjectId, merchant_id: merchant });
  const [delivery] = event?.deliveries ?? [];
  if (!event || !delivery) throw new Error("no delivery");
  return { event, delivery, tries: delivery.attempts };
}

describe("a delivery", () => {
  it("carries the body as it was fixed, signed over its raw bytes, with the event's headers", async () => {
    const shop = await receiver(ok);
    await pointAt(shop.url);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: merchantId });
    const subject = await happen();
    expect(await runDue()).toBe(1);
    const [call] = shop.received;
    const { t = "", v1 } =
      /^t=(?<t>\d+),v1=(?<v1>[0-9a-f]{64})$/.exec(String(call?.headers["x-signature"]))?.groups ?? {};
    expect(v1).toBe(
      createHmac("sha256", secret)
        .update(`${t}.`)
        .update(call?.body ?? "")
        .digest("hex"),
    );
    const body = JSON.parse(String(call?.body));
    expect(body).toMatchObject({
      object: "event",
      type: "payment_request.succeeded",
      sequence: 1,
      data: { object: { id: subject } },
    });
    expect(Object.keys(body)).toEqual(["id", "object", "created", "type", "sequence", "data"]);
    expect(body.id).toMatch(/^evt_[0-9a-f-]{36}$/);
    expect(call?.headers).toMatchObject({
      "content-type": "application/json",
      "x-event-id": body.id,
      "x-timestamp": t,
    });
    const { event, delivery, tries } = await deliveryOf(subject);
    expect(delivery).toMatchObject({ status: "delivered", tries: 1, reason: null });
    expect(Buffer.from(event.body)).toEqual(call?.body);
    expect(tries).toMatchObject([
      { number: 1, url: shop.url, status: 200, responseBody: "thanks", error: null, nextTryAt: null },
    ]);
    expect(tries[0]?.requestHeaders).toMatchObject({ "X-Signature": call?.headers["x-signature"] });
    expect(await runDue()).toBe(0);
  });

  it("is unsigned without a secret", async () => {
    const shop = await receiver(ok);
    await pointAt(shop.url);
    await happen();
    await runDue();
    expect(shop.received[0]?.headers).not.toHaveProperty("x-signature");
  });

  it("goes to the URL of the moment, signed with the secret of the moment, under the same id", async () => {
    const [first, second] = [await receiver(status(500)), await receiver(ok)];
    await pointAt(first.url);
    await generateWebhookSecret(ctx, { merchant_id: merchantId });
    await happen();
    await runDue();
    await pointAt(second.url);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: merchantId });
    await moveClock("10 seconds");
    await runDue();
    const [before, after] = [first.received[0], second.received[0]];
    expect(after?.headers["x-event-id"]).toBe(before?.headers["x-event-id"]);
    expect(after?.body).toEqual(before?.body);
    const t = String(after?.headers["x-timestamp"]);
    const expected = createHmac("sha256", secret)
      .update(`${t}.`)
      .update(after?.body ?? "")
      .digest("hex");
    expect(after?.headers["x-signature"]).toBe(`t=${t},v1=${expected}`);
  });

  it("is recorded as no_destination when the merchant has none, and never sent", async () => {
    const subject = await happen();
    expect(await runDue()).toBe(0);
    expect((await deliveryOf(subject)).delivery).toMatchObject({ status: "no_destination", tries: 0, attempts: [] });
  });

  it("does not exist when the change that it tells of is rolled back", async () => {
    const shop = await receiver(ok);
    await pointAt(shop.url);
    const subjectId = newId();
    const event = {
      merchantId,
      subjectId,
      sequence: 1,
      type: "payment_request.failed",
      test: true,
      object: {},
    } as const;
    const work = db().$transaction(async (tx) => {
      await recordEvent(tx, event);
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await runDue()).toBe(0);
    expect(await listDeliveries(ctx, { subjectId, merchant_id: merchantId })).toEqual([]);
  });

  it("is not shown to another merchant", async () => {
    const other = await createMerchant(ctx, { brandName: "Other" });
    const subject = await happen();
    expect(await listDeliveries(ctx, { subjectId: subject, merchant_id: other.id })).toEqual([]);
    expect(await listDeliveries(ctx, { subjectId: subject, merchant_id: merchantId })).toHaveLength(1);
  });
});

describe("a delivery that fails", () => {
  it("is tried ten times over the plan, then has failed, each try with its answer", async () => {
    const shop = await receiver(status(500));
    await pointAt(shop.url);
    const subject = await happen();
    const moves = ["0 s", "6 s", "6 min", "36 min", "3 h", "6 h", "12 h", "17 h", "24 h", "29 h"];
    for (const [index, move] of moves.entries()) {
      await moveClock(move);
      expect(await runDue(), `try ${index + 1}`).toBe(1);
      expect(await runDue(), `nothing right after try ${index + 1}`).toBe(0);
    }
    const { delivery, tries } = await deliveryOf(subject);
    expect(delivery).toMatchObject({ status: "failed", tries: 10, reason: "status 500" });
    expect(tries.map((one) => one.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(tries.map((one) => one.nextTryAt === null)).toEqual([...Array<boolean>(9).fill(false), true]);
    await moveClock("30 days");
    expect(await runDue()).toBe(0);
    expect(new Set(shop.received.map((call) => call.headers["x-event-id"])).size).toBe(1);
    expect(shop.received).toHaveLength(10);
  });

  it("stops at 410", async () => {
    const shop = await receiver(status(410));
    await pointAt(shop.url);
    const subject = await happen();
    await runDue();
    expect((await deliveryOf(subject)).delivery).toMatchObject({
      status: "failed",
      tries: 1,
      reason: expect.stringContaining("410"),
    });
    await moveClock("4 days");
    expect(await runDue()).toBe(0);
  });

  it("names a redirect, and does not follow it", async () => {
    const inner = await receiver(ok);
    const shop = await receiver(status(307, { location: inner.url }));
    await pointAt(shop.url);
    const subject = await happen();
    await runDue();
    const { delivery, tries } = await deliveryOf(subject);
    expect(delivery).toMatchObject({ status: "waiting", reason: "redirect (307), not followed" });
    expect(tries[0]).toMatchObject({ status: 307, responseHeaders: { location: inner.url } });
    expect(inner.received).toHaveLength(0);
  });

  it("waits as long as Retry-After asks", async () => {
    const shop = await receiver(status(503, { "retry-after": "3600" }));
    await pointAt(shop.url);
    await happen();
    await runDue();
    await moveClock("59 minutes");
    expect(await runDue()).toBe(0);
    await moveClock("2 minutes");
    expect(await runDue()).toBe(1);
  });

  it("does not reach an address that the guard refuses now, and says so", async () => {
    const shop = await receiver(ok);
    await pointAt(shop.url);
    const subject = await happen();
    const inside = "http://10.0.0.1/hook";
    await query((client) =>
      client.query("UPDATE webhook_defaults SET url = $1 WHERE merchant_id = $2", [inside, merchantId]),
    );
    await runDue();
    const { tries } = await deliveryOf(subject);
    expect(tries).toMatchObject([
      { status: null, url: inside, error: "the address leads into a private or reserved network" },
    ]);
  });

  it("is not sent unsigned when its secret cannot be opened", async () => {
    const shop = await receiver(ok);
    await pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: merchantId });
    const subject = await happen();
    const sql = "UPDATE webhook_defaults SET secret_sealed = '\\x00' WHERE merchant_id = $1";
    await query((client) => client.query(sql, [merchantId]));
    await runDue();
    expect(shop.received).toHaveLength(0);
    expect((await deliveryOf(subject)).delivery).toMatchObject({
      status: "waiting",
      reason: "the signing secret cannot be opened",
    });
  });
});
