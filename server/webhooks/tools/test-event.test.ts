import { describe, expect, it } from "vitest";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { runDue } from "../../test/rows/webhook-events";
import { openLoopback } from "../../test/webhooks/loopback-receivers";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { createEndpoint } from "../endpoints/create-endpoint";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { readDelivery } from "../log/read-delivery";
import { resendDelivery } from "../log/resend-delivery";
import { MAX_PRIORITY_DELIVERIES } from "../log/resend-store";
import { searchDeliveries } from "../log/search-deliveries";
import { generateWebhookSecret } from "../secrets/change-secrets";
import { sendTestEvent, TEST_EVENTS } from "./send-test-event";

openLoopback();
const shops = shopsOfEachTest();

const send = (name: string | null) => sendTestEvent(ctx, { merchantId: shops.merchantId, name });
const read = (id: string) => readDelivery(ctx, { merchantId: shops.merchantId, id });

describe("a test event", () => {
  it("is sent to the default URL like any other, signed and with a sequence", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const sent = [await send(null), await send(null)];
    expect(await runDue()).toBe(2);
    const bodies = shop.received.map((call) => JSON.parse(String(call.body)));
    expect(bodies.sort((a, b) => a.sequence - b.sequence)).toMatchObject(
      [1, 2].map((sequence, index) => ({
        id: sent[index]?.event,
        object: "event",
        type: "webhook.test",
        sequence,
        data: { object: { object: "webhook_endpoint", name: null, message: expect.any(String) } },
      })),
    );
    expect(shop.received[0]?.headers["x-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(await read(sent[0]?.id ?? "")).toMatchObject({
      status: "delivered",
      priority: false,
      about: { kind: "endpoint" },
    });
  });

  it("reaches an endpoint whatever types and modes it receives", async () => {
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "live", url: shop.url, environment: "Live", eventTypes: ["payment_link.used"] });
    await shops.endpoint({ name: "test", url: shop.url, environment: "Test" });
    await send("live");
    await send("test");
    expect(await runDue()).toBe(2);
    expect(shop.received.map((call) => JSON.parse(String(call.body)).data.object.name).sort()).toEqual([
      "live",
      "test",
    ]);
    const { items } = await searchDeliveries(ctx, { merchantId: shops.merchantId, types: ["webhook.test"] });
    expect(items.map(({ status, endpoint }) => [status, endpoint]).sort()).toEqual([
      ["delivered", "live"],
      ["delivered", "test"],
    ]);
  });

  it("is in flight while a worker holds its lease, and no longer after it has expired", async () => {
    await shops.pointAt((await shops.receiver(ok)).url);
    const [first, second] = [await send(null), await send(null)];
    await query("UPDATE webhook_deliveries SET lease_until = app_now() + interval '30 s'");
    const { event } = await read(first.id);
    await query("UPDATE webhook_deliveries SET event_id = $1", [event.id.slice("evt_".length)]);
    const seen = async () => {
      const { inFlight, siblings } = await read(first.id);
      const { items } = await searchDeliveries(ctx, { merchantId: shops.merchantId });
      expect(siblings.map(({ id }) => id)).toEqual([second.id]);
      return [inFlight, ...siblings.map((one) => one.inFlight), ...items.map((one) => one.inFlight)];
    };
    expect(await seen()).toEqual([true, true, true, true]);
    await moveClock("31 seconds");
    expect(await seen()).toEqual([false, false, false, false]);
  });

  it("that fails is retried like any other, with its reason", async () => {
    const shop = await shops.receiver(status(404));
    await shops.pointAt(shop.url);
    const { id } = await send(null);
    await runDue();
    expect(await read(id)).toMatchObject({
      status: "waiting",
      priority: false,
      why: expect.stringContaining("404"),
      tries: [{ number: 1, status: 404, error: "status 404", url: shop.url, remoteAddress: null }],
      endpoint: { name: null, url: shop.url },
    });
  });

  it("to an endpoint for live payments is refused to test-only callers", async () => {
    await shops.endpoint({ name: "live", url: "https://shop.example.com/hook", environment: "Live" });
    const { merchantId } = shops;
    const actor = { kind: "credential", id: null } as const;
    const caller = { kind: "merchant", merchantId, actor, scopes: [], testOnly: true } as const;
    await expect(sendTestEvent({ ...ctx, caller }, { name: "live" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await shops.endpoint({ name: "both", url: "https://shop.example.com/hook" });
    await expect(sendTestEvent({ ...ctx, caller }, { name: "both" })).resolves.toBeDefined();
  });

  it("has priority unless the merchant has too many priority deliveries", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const inFront = async (ids: string[]) =>
      (await Promise.all(ids.map(read))).filter(({ priority }) => priority).map(({ id }) => id);
    const ids: string[] = [];
    for (let sent = 0; sent < MAX_PRIORITY_DELIVERIES + 2; sent += 1) ids.push((await send(null)).id);
    expect(await inFront(ids)).toEqual(ids.slice(0, MAX_PRIORITY_DELIVERIES));
    await resendDelivery(ctx, { merchantId: shops.merchantId, id: ids.at(-1) ?? "" });
    expect(await inFront(ids)).toHaveLength(MAX_PRIORITY_DELIVERIES);
    let runs = 0;
    for (let more = await runDue(); more > 0; more = await runDue()) runs += more;
    expect(runs).toBe(ids.length);
    expect(await inFront([(await send(null)).id])).toHaveLength(1);
  });

  it(`is limited to ${TEST_EVENTS.most} per merchant in ten minutes, also with concurrent requests`, async () => {
    await shops.pointAt((await shops.receiver(ok)).url);
    for (let sent = 0; sent < TEST_EVENTS.most - 1; sent += 1) await send(null);
    const outcomes = await Promise.allSettled([send(null), send(null), send(null)]);
    const refused = outcomes.filter((one) => one.status === "rejected").map(({ reason }) => reason);
    const message = expect.stringMatching(/^At most 60 test events are allowed in 10 minutes\. .* Nothing was sent\.$/);
    expect(refused).toMatchObject(Array(2).fill({ code: "TOO_MANY_REQUESTS", message }));
    const waitS: number = refused[0].metadata.retry_after_s;
    expect(waitS).toBeGreaterThan(0);
    const merchantId = (await createMerchant(ctx, { brandName: "Other" })).id;
    await createEndpoint(ctx, { merchantId, name: "orders", url: "https://shop.example.com/hook" });
    await sendTestEvent(ctx, { merchantId, name: "orders" });
    await moveClock(`${waitS} seconds`);
    await send(null);
  });

  it("is refused if it could not be sent, and nothing is written", async () => {
    await shops.endpoint({ name: "orders", url: "https://shop.example.com/hook" });
    await switchEndpoint(ctx, { merchantId: shops.merchantId, name: "orders", to: "disabled" });
    await expect(send(null)).rejects.toThrow("No default URL is set");
    await expect(send("orders")).rejects.toThrow("orders is disabled");
    await expect(send("nowhere")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await searchDeliveries(ctx, { merchantId: shops.merchantId })).items).toEqual([]);
  });
});

describe("the details of a delivery", () => {
  it("contain the sent bytes, the headers of both sides and no operator details", async () => {
    const hostile = '<script>alert(1)</script>\u2028"';
    const shop = await shops.receiver((response) => response.writeHead(500, { "x-a": ["1", "2"] }).end(hostile));
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const { id } = await send(null);
    await runDue();
    const detail = await read(id);
    const [call] = shop.received;
    expect(Buffer.from(detail.event.body)).toEqual(call?.body);
    expect(detail.tries).toMatchObject([
      {
        requestHeaders: { "X-Signature": call?.headers["x-signature"], "X-Event-Id": detail.event.id },
        responseHeaders: { "x-a": ["1", "2"] },
        responseBody: hostile,
        timings: { nameMs: null, tlsMs: null, connectMs: expect.any(Number), waitMs: expect.any(Number) },
        nextTryAt: expect.any(Date),
      },
    ]);
    expect(detail.tries[0]).not.toHaveProperty("detail");
    expect(JSON.stringify(detail)).not.toContain("whsec_");
  });
});
