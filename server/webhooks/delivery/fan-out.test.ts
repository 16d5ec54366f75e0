import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveriesOf, runDue } from "../../test/rows/webhook-events";
import type { Received } from "../../test/webhooks/receiver";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { createEndpoint } from "../endpoints/create-endpoint";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { CONCURRENCY_LIMITS, deliverJob } from "../jobs";
import { generateWebhookSecret } from "../secrets/change-secrets";
import { claimDeliveries } from "./claim-store";
import { readPositions } from "./read-positions";

const shops = shopsOfEachTest();
const disable = (name: string) => switchEndpoint(ctx, { merchantId: shops.merchantId, name, to: "disabled" });

/** Verifies a call's signature as a receiver does. */
function isSignedWith(secret: string, call: Received | undefined): boolean {
  const [, t = "", v1 = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(call?.headers["x-signature"])) ?? [];
  const body = call?.body ?? "";
  return v1 === createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex");
}

describe("a payment with ten named endpoints", () => {
  it("sends each the same bytes with one id, signed with its own secret", async () => {
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const names = Array.from({ length: 10 }, (_, index) => `shop-${index}`);
    const receivers = await Promise.all(names.map(() => shops.receiver(ok)));
    const secrets: string[] = [];
    for (const [index, name] of names.entries()) {
      secrets.push(await shops.endpoint({ name, url: receivers[index]?.url ?? "" }));
    }
    const subject = await createEvent(shops.merchantId, { endpoints: names });
    expect(await runDue()).toBe(10);
    const calls = receivers.map(({ received }) => received);
    expect(calls.map((received) => received.length)).toEqual(names.map(() => 1));
    expect(new Set(calls.map(([call]) => `${call?.headers["x-event-id"]} ${call?.body.toString()}`)).size).toBe(1);
    const verified = calls.map(([call]) => secrets.filter((secret) => isSignedWith(secret, call)));
    expect(verified).toEqual(secrets.map((secret) => [secret]));
    const deliveries = await deliveriesOf(subject, shops.merchantId);
    expect(deliveries.map(({ endpoint, status: how, attempts }) => [endpoint?.name, how, attempts[0]?.url])).toEqual(
      names.map((name, index) => [name, "delivered", receivers[index]?.url]),
    );
    expect(await runDue()).toBe(0);
  });

  it("does not wait for a failing one, and retries only that one", async () => {
    const [good, bad] = [await shops.receiver(ok), await shops.receiver(status(500))];
    await shops.endpoint({ name: "good", url: good.url });
    await shops.endpoint({ name: "bad", url: bad.url });
    await createEvent(shops.merchantId, { endpoints: ["good", "bad"] });
    expect(await runDue()).toBe(2);
    await moveClock("10 seconds");
    expect(await runDue()).toBe(1);
    expect([good.received.length, bad.received.length]).toEqual([1, 2]);
    expect(new Set(bad.received.map(({ headers }) => headers["x-event-id"])).size).toBe(1);
  });
});

describe("an endpoint", () => {
  it("that is unsigned gets no X-Signature, although it and the merchant have secrets", async () => {
    const shop = await shops.receiver(ok);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    await shops.endpoint({ url: shop.url, signed: false });
    await createEvent(shops.merchantId, { endpoints: ["acme-prod"] });
    await runDue();
    expect(shop.received).toHaveLength(1);
    expect(shop.received[0]?.headers).not.toHaveProperty("x-signature");
  });

  it.each([
    ["Live", true, "the endpoint accepts live payments only"],
    ["Test", false, "the endpoint accepts test payments only"],
  ])("for %s payments gets no others, and its delivery records the reason", async (environment, test, reason) => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await shops.endpoint({ url: shop.url, environment });
    const subject = await createEvent(shops.merchantId, { endpoints: ["acme-prod"], test });
    await runDue();
    expect(shop.received).toHaveLength(0);
    expect(await deliveriesOf(subject, shops.merchantId)).toMatchObject([
      { status: "failed", reason, tries: 0, attempts: [] },
    ]);
    await createEvent(shops.merchantId, { endpoints: ["acme-prod"], test: !test });
    await runDue();
    expect(shop.received).toHaveLength(1);
  });

  it("that is disabled between two attempts gets no retry, nor after it is enabled", async () => {
    const shop = await shops.receiver(status(500));
    await shops.endpoint({ url: shop.url });
    const subject = await createEvent(shops.merchantId, { endpoints: ["acme-prod"] });
    await runDue();
    await disable("acme-prod");
    await moveClock("10 seconds");
    expect(await runDue()).toBe(1);
    expect(await deliveriesOf(subject, shops.merchantId)).toMatchObject([
      { status: "failed", reason: "the endpoint is disabled", tries: 1, attempts: [{ error: "status 500" }] },
    ]);
    await switchEndpoint(ctx, { merchantId: shops.merchantId, name: "acme-prod", to: "enabled" });
    await moveClock("4 days");
    expect(await runDue()).toBe(0);
    expect(shop.received).toHaveLength(1);
  });

  it("gets nothing unsigned when its secret cannot be decrypted", async () => {
    const shop = await shops.receiver(ok);
    await shops.endpoint({ url: shop.url });
    // Sealed for another endpoint: the seal is bound to the row's id.
    await shops.endpoint({ name: "other" });
    await query(
      `UPDATE webhook_endpoints one SET secret_sealed = other.secret_sealed FROM webhook_endpoints other
         WHERE one.merchant_id = $1 AND other.merchant_id = $1 AND one.name = 'acme-prod' AND other.name = 'other'`,
      [shops.merchantId],
    );
    const subject = await createEvent(shops.merchantId, { endpoints: ["acme-prod"] });
    await runDue();
    expect(shop.received).toHaveLength(0);
    expect(await deliveriesOf(subject, shops.merchantId)).toMatchObject([
      { status: "waiting", reason: "the signing secret cannot be decrypted" },
    ]);
  });

  it("belongs to its merchant: the same name means each merchant's own", async () => {
    const [mine, theirs] = [await shops.receiver(ok), await shops.receiver(ok)];
    const { id: merchantId } = await createMerchant(ctx, { brandName: "Other" });
    await shops.endpoint({ url: mine.url });
    await createEndpoint(ctx, { merchantId, name: "acme-prod", url: theirs.url });
    await createEvent(merchantId, { endpoints: ["acme-prod"] });
    await disable("acme-prod");
    await runDue();
    expect([mine.received.length, theirs.received.length]).toEqual([0, 1]);
  });
});

describe("a claim", () => {
  // Calls in flight do not age, however long a test takes.
  beforeEach(stopClock);

  const claim = async (limit: number) => (await deliverJob.claim(limit)).length;
  const inHandOf = async (name: string) => {
    const sql = `SELECT count(*)::int FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
        WHERE e.name = $1 AND d.lease_until IS NOT NULL`;
    return (await query(sql, [name])).rows[0].count;
  };

  it("leaves capacity for a merchant's other endpoints and its default URL when one has a backlog", async () => {
    for (const name of ["dead", "quiet"]) await shops.endpoint({ name });
    for (let index = 0; index < 20; index += 1) await createEvent(shops.merchantId, { endpoints: ["dead"] });
    await createEvent(shops.merchantId, { endpoints: ["quiet"] });
    await shops.pointAt("http://127.0.0.1:9/hook");
    await createEvent(shops.merchantId);
    expect(await claim(30)).toBe(18);
    expect([await inHandOf("dead"), await inHandOf("quiet")]).toEqual([16, 1]);
    expect(await claim(30)).toBe(0);
  });

  it("control: gives all calls to the backlog when an endpoint's limit is the whole claim", async () => {
    for (const name of ["dead", "quiet"]) await shops.endpoint({ name });
    for (let index = 0; index < 12; index += 1) await createEvent(shops.merchantId, { endpoints: ["dead"] });
    await createEvent(shops.merchantId, { endpoints: ["quiet"] });
    const limits = { ...CONCURRENCY_LIMITS, perEndpoint: 10, perMerchant: 100 };
    await claimDeliveries({ limit: 10, limits, leaseS: 25, positions: readPositions() });
    expect([await inHandOf("dead"), await inHandOf("quiet")]).toEqual([9, 1]);
  });

  it("leaves capacity for other merchants when all endpoints of one merchant are dead", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `dead-${index}`);
    for (const name of names) await shops.endpoint({ name });
    for (let index = 0; index < 5; index += 1) {
      await createEvent(shops.merchantId, { endpoints: names.slice(0, 6) });
      await createEvent(shops.merchantId, { endpoints: names.slice(6) });
    }
    const { id: merchantId } = await createMerchant(ctx, { brandName: "Other" });
    await createEndpoint(ctx, { merchantId, name: "quiet", url: "https://shop.example.com/" });
    await createEvent(merchantId, { endpoints: ["quiet"] });
    expect(await claim(100)).toBe(21);
    expect(await inHandOf("quiet")).toBe(1);
    expect(await claim(100)).toBe(0);
  });
});
