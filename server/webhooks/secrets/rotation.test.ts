import { describe, expect, it } from "vitest";
import { newHexSecret, seal } from "../../lib/crypto";
import { db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, deliveryOf, runDue } from "../../test/rows/webhook-events";
import type { Received } from "../../test/webhooks/receiver";
import { rotateAmongSenders } from "../../test/webhooks/rotations";
import { ok, shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { signature } from "../delivery/signature";
import { lockEndpoints } from "../endpoints/endpoint-lock";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import { deliverJob } from "../jobs";
import { generateWebhookSecret } from "./change-secrets";

const shops = shopsOfEachTest();

const isSignedBy = (secret: string, call: Received | undefined) =>
  call?.headers["x-signature"] === signature(secret, Number(call?.headers["x-timestamp"]), String(call?.body));

describe("a rotated secret", () => {
  it("has signed what was prepared before and signs nothing after", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const { webhook_secret: old } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    await createEvent(shops.merchantId);
    const prepared = await deliverJob.claim(10);
    const { webhook_secret: fresh } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    await createEvent(shops.merchantId);
    const preparedAfter = await deliverJob.claim(10);
    for (const run of [...prepared, ...preparedAfter]) await run();
    const [first, second] = shop.received;
    expect([isSignedBy(old, first), isSignedBy(fresh, second)]).toEqual([true, true]);
  });

  it("signs nothing once the rotation has returned: 50 rotations, 4 concurrent senders", {
    timeout: 120_000,
  }, async () => {
    await shops.pointAt((await shops.receiver(ok)).url);
    const signed = await rotateAmongSenders(shops.merchantId);
    expect(signed.filter(({ tooOld }) => tooOld)).toEqual([]);
    expect(new Set(signed.map(({ secret }) => secret)).size).toBeGreaterThan(5);
    expect(signed.filter(({ secret }) => secret < 0)).toEqual([]);
  });
});

describe("an endpoint that is being changed", () => {
  it("gets no delivery meanwhile, does not delay others, then gets it with the new values", async () => {
    const [shop, other] = [await shops.receiver(ok), await shops.receiver(ok)];
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const { id: otherId } = await createMerchant(ctx, { brandName: "Other" });
    await setWebhookUrl(ctx, { webhook_url: other.url, merchant_id: otherId });
    const subject = await createEvent(shops.merchantId);
    await createEvent(otherId);
    const fresh = newHexSecret("whsec_");
    await db().$transaction(async (tx) => {
      await lockEndpoints(tx, [shops.merchantId], "exclusive");
      const data = { secretSealed: seal(fresh, shops.merchantId) };
      await tx.webhookDefault.update({ where: { merchantId: shops.merchantId }, data });
      await runDue();
      expect([shop.received.length, other.received.length]).toEqual([0, 1]);
    });
    const { delivery } = await deliveryOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "waiting", tries: 0, reason: null, attempts: [] });
    await moveClock("1 second");
    expect(await runDue()).toBe(1);
    expect(isSignedBy(fresh, shop.received[0])).toBe(true);
  });
});
