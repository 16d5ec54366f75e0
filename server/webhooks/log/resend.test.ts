import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveriesOf, deliveryOf, runDue } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { generateWebhookSecret } from "../secrets/change-secrets";
import { resendDelivery } from "./resend-delivery";

const shops = shopsOfEachTest();

const resend = (id: string) => resendDelivery(ctx, { merchantId: shops.merchantId, id });
const firstOf = async (subject: string) => (await deliveryOf(subject, shops.merchantId)).delivery;

async function audited(action: string) {
  const sql = "SELECT detail, subject_id FROM audit_entries WHERE action = $1 AND merchant_id = $2 ORDER BY id";
  const { rows } = await query(sql, [action, shops.merchantId]);
  return rows;
}

describe("a delivered delivery", () => {
  it("is resent as a new one: same id, same bytes, new signature, and the old one remains", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const subject = await createEvent(shops.merchantId);
    await runDue();
    const old = await firstOf(subject);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const resent = await resend(old.id);
    expect(resent.how).toBe("again");
    expect(await runDue()).toBe(1);
    const [before, after] = shop.received;
    expect(after?.headers["x-event-id"]).toBe(before?.headers["x-event-id"]);
    expect(after?.body).toEqual(before?.body);
    const t = String(after?.headers["x-timestamp"]);
    const signed = createHmac("sha256", secret)
      .update(`${t}.`)
      .update(after?.body ?? "");
    expect(after?.headers["x-signature"]).toBe(`t=${t},v1=${signed.digest("hex")}`);
    const [first, second] = await deliveriesOf(subject, shops.merchantId);
    expect(first).toEqual(old);
    expect(second).toMatchObject({ id: resent.id, status: "delivered", tries: 1 });
    const { event } = await deliveryOf(subject, shops.merchantId);
    expect(await audited("webhook_delivery.resent")).toEqual([
      { subject_id: resent.id, detail: { event: event.id, endpoint: null, how: "again" } },
    ]);
  });

  it("is resent once by two concurrent requests", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    const { id } = await firstOf(subject);
    const presses = await Promise.all([resend(id), resend(id), resend(id)]);
    expect(new Set(presses.map((press) => press.id)).size).toBe(1);
    expect(await runDue()).toBe(1);
    expect(shop.received).toHaveLength(2);
  });
});

describe("a waiting delivery", () => {
  it("becomes due now and remains the same", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    expect(await runDue()).toBe(0);
    const { id } = await firstOf(subject);
    expect(await resend(id)).toEqual({ id, how: "brought_forward" });
    shop.answer = ok;
    expect(await runDue()).toBe(1);
    const [only, ...others] = await deliveriesOf(subject, shops.merchantId);
    expect(only).toMatchObject({ status: "delivered", tries: 2 });
    expect(others).toEqual([]);
  });

  it("that fails again uses none of the ten attempts of the schedule, and keeps their waits", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    const { id } = await firstOf(subject);
    for (let press = 0; press < 3; press += 1) {
      expect(await resend(id)).toEqual({ id, how: "brought_forward" });
      expect(await runDue()).toBe(1);
    }
    for (const [index, move] of ["6 s", "6 min", "36 min", "3 h", "6 h", "12 h", "17 h", "24 h", "29 h"].entries()) {
      await moveClock(move);
      expect(await runDue(), `attempt ${index + 2} of the schedule`).toBe(1);
    }
    expect(await firstOf(subject)).toMatchObject({ status: "failed", tries: 13, resent: 3 });
    expect(shop.received).toHaveLength(13);
  });

  it("that is due makes the attempt of its schedule, with priority, however often it is resent", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    const { id } = await firstOf(subject);
    await resend(id);
    await resend(id);
    expect(await runDue()).toBe(1);
    expect(await firstOf(subject)).toMatchObject({ status: "waiting", tries: 1, resent: 0 });
  });

  it("is not changed while it is in flight", async () => {
    let answer = () => undefined as unknown;
    const shop = await shops.receiver((response) => (answer = () => response.end()));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    const run = runDue();
    await until(() => shop.received.length === 1);
    const { id } = await firstOf(subject);
    expect(await resend(id)).toEqual({ id, how: "in_hand" });
    answer();
    await run;
    expect(await runDue()).toBe(0);
    expect(shop.received).toHaveLength(1);
  });
});

describe("a failed delivery", () => {
  it("is resent with ten attempts of its own; a second request makes that one due now", async () => {
    const shop = await shops.receiver(status(410));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    const old = await firstOf(subject);
    shop.answer = status(500);
    const again = await resend(old.id);
    await runDue();
    expect(await resend(old.id)).toEqual({ id: again.id, how: "brought_forward" });
    shop.answer = ok;
    await runDue();
    const [first, second] = await deliveriesOf(subject, shops.merchantId);
    expect(first).toEqual(old);
    expect(second).toMatchObject({ status: "delivered", tries: 2 });
  });

  it("is refused with a reason while its endpoint is disabled, and nothing is written", async () => {
    const shop = await shops.receiver(status(410));
    await shops.endpoint({ name: "orders", url: shop.url });
    const subject = await createEvent(shops.merchantId, { endpoints: ["orders"] });
    await runDue();
    await switchEndpoint(ctx, { merchantId: shops.merchantId, name: "orders", to: "disabled" });
    const { id } = await firstOf(subject);
    await expect(resend(id)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringMatching(/orders: .*disabled/),
    });
    expect(await deliveriesOf(subject, shops.merchantId)).toHaveLength(1);
  });
});

describe("a delivery without an endpoint", () => {
  it("goes to its event's current endpoint", async () => {
    const subject = await createEvent(shops.merchantId);
    const { id } = await firstOf(subject);
    await expect(resend(id)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringMatching(/No default URL or endpoint/),
    });
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "orders", url: shop.url });
    expect((await resend(id)).how).toBe("again");
    await runDue();
    expect(shop.received).toHaveLength(1);
    expect((await deliveriesOf(subject, shops.merchantId)).map(({ status }) => status)).toEqual([
      "no_destination",
      "delivered",
    ]);
  });
});

it("a delivery of another merchant is NOT_FOUND", async () => {
  const shop = await shops.receiver(ok);
  await shops.pointAt(shop.url);
  const { id } = await firstOf(await createEvent(shops.merchantId));
  const other = await createMerchant(ctx, { brandName: "Other" });
  for (const wrong of [id, "no uuid", other.id]) {
    await expect(resendDelivery(ctx, { merchantId: other.id, id: wrong })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await db().webhookDelivery.count({ where: { merchantId: other.id } })).toBe(0);
});
