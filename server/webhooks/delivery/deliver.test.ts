import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveryOf, runDue } from "../../test/rows/webhook-events";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { recordEvent } from "../events/record-event";
import { listDeliveries } from "../log/list-deliveries";
import { generateWebhookSecret } from "../secrets/change-secrets";

openLoopback();
const shops = shopsOfEachTest();

describe("a delivery", () => {
  it("carries the recorded body, signed over its raw bytes, with the event's headers", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const subject = await createEvent(shops.merchantId);
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
    const { event, delivery, tries } = await deliveryOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "delivered", tries: 1, reason: null });
    expect(Buffer.from(event.body)).toEqual(call?.body);
    expect(tries).toMatchObject([
      { number: 1, url: shop.url, status: 200, responseBody: "thanks", error: null, nextTryAt: null },
    ]);
    expect(tries[0]?.requestHeaders).toMatchObject({ "X-Signature": call?.headers["x-signature"] });
    expect(await runDue()).toBe(0);
  });

  it("is unsigned without a secret", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await createEvent(shops.merchantId);
    await runDue();
    expect(shop.received[0]?.headers).not.toHaveProperty("x-signature");
  });

  it("uses the current URL and secret at each attempt, with the same id", async () => {
    const [first, second] = [await shops.receiver(status(500)), await shops.receiver(ok)];
    await shops.pointAt(first.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    await createEvent(shops.merchantId);
    await runDue();
    await shops.pointAt(second.url);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
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

  it("is recorded as no_destination without an endpoint, and never sent", async () => {
    const subject = await createEvent(shops.merchantId);
    expect(await runDue()).toBe(0);
    expect((await deliveryOf(subject, shops.merchantId)).delivery).toMatchObject({
      status: "no_destination",
      tries: 0,
      attempts: [],
    });
  });

  it("does not exist when its change is rolled back", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const subjectId = newId();
    const event = {
      merchantId: shops.merchantId,
      subjectId,
      sequence: 1,
      type: "payment_request.failed",
      test: true,
      endpoints: [],
      object: {},
    } as const;
    const work = db().$transaction(async (tx) => {
      await recordEvent(tx, event);
      throw new Error("rolled back");
    });
    await expect(work).rejects.toThrow("rolled back");
    expect(await runDue()).toBe(0);
    expect(await listDeliveries(ctx, { subjectId, merchant_id: shops.merchantId })).toEqual([]);
  });

  it("is not shown to another merchant", async () => {
    const other = await createMerchant(ctx, { brandName: "Other" });
    const subject = await createEvent(shops.merchantId);
    expect(await listDeliveries(ctx, { subjectId: subject, merchant_id: other.id })).toEqual([]);
    expect(await listDeliveries(ctx, { subjectId: subject, merchant_id: shops.merchantId })).toHaveLength(1);
  });
});
