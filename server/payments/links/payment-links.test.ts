import { describe, expect, it } from "vitest";
import { byId } from "../../lib/endpoint";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { ctx, newPartner, newTenant, tokenFor } from "../../test/rows/fixtures";
import { createEndpoint } from "../../webhooks/endpoints/create-endpoint";
import { findLinkByToken } from "./find-link";
import { expireLink, linksToExpire } from "./mark-link";
import { getPaymentLink } from "./queries/get-payment-link";
import { paymentLinkEndpoints } from "./rest-endpoints";

const create = byId(paymentLinkEndpoints, "createPaymentLink");
const order = { amount: 2550, currency: "EUR" };
const tokenOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

describe("POST /payment-links", () => {
  it("returns 200 with a URL of 256 random bits, and the contract's defaults", async () => {
    const { token } = await newTenant();
    const reply = await call(create, { order }, { token });
    expect(reply.status).toBe(200);
    expect(reply.data.payment_link_url).toMatch(/^http:\/\/localhost:3000\/pay\/plink_[\w-]{43}$/);
    expect(reply.data.status).toBe("active");
    const link = await findLinkByToken({}, tokenOf(reply.data.payment_link_url));
    expect(link).toMatchObject({
      amount: 2550n,
      currency: "EUR",
      orderId: link?.id,
      locale: "en",
      test: true,
      successUrl: null,
      metadata: {},
    });
    expect(link?.paymentReference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(Date.parse(reply.data.expires_at) - Date.now()).toBeGreaterThan(6.99 * 86_400_000);
  });

  it("stores the given fields: currency in capitals, canonical locale, metadata", async () => {
    const { token } = await newTenant();
    const full = {
      order: { ...order, currency: "gbp", payment_reference: "Order 3451", order_id: "ORD-1", locale: "en_gb" },
      metadata: { a: "b" },
    };
    const { data } = await call(create, full, { token });
    expect(await findLinkByToken({}, tokenOf(data.payment_link_url))).toMatchObject({
      currency: "GBP",
      paymentReference: "Order 3451",
      orderId: "ORD-1",
      locale: "en-GB",
      metadata: { a: "b" },
    });
  });

  it.each([
    [{ order: { ...order, amount: 0 } }, "order.amount"],
    [{ order: { ...order, amount: 100_000_000_000 } }, "order.amount"],
    [{ order: { ...order, amount: "2550" } }, "order.amount"],
    [{ order: { ...order, amount: Number.MAX_SAFE_INTEGER } }, "order.amount"],
    [{ order: { amount: 1 } }, "order.currency"],
    [{ order: { ...order, currency: "EURO" } }, "order.currency"],
    [{ order: { ...order, payment_reference: " " } }, "order.payment_reference"],
    [{ order: { ...order, payment_reference: "Ordem nº 1" } }, "order.payment_reference"],
    [{ order: { ...order, payment_reference: "x".repeat(141) } }, "order.payment_reference"],
    [{ order: { amount: 1, currency: "GBP", payment_reference: "x".repeat(19) } }, "order.payment_reference"],
    [{ order: { ...order, order_id: "" } }, "order.order_id"],
    [{ order: { ...order, locale: "english please" } }, "order.locale"],
    [{ order: { ...order, test_transaction: "yes" } }, "order.test_transaction"],
    [{ order, redirect_urls: { success_url: "https://shop.example/ok" } }, "redirect_urls.failure_url"],
    [
      { order, redirect_urls: { success_url: "javascript:alert(1)", failure_url: "https://shop.example/" } },
      "redirect_urls.success_url",
    ],
    [
      {
        order,
        redirect_urls: {
          success_url: `https://shop.example/${"x".repeat(2048)}`,
          failure_url: "https://shop.example/",
        },
      },
      "redirect_urls.success_url",
    ],
    [
      { order, redirect_urls: { success_url: "https://*/ok", failure_url: "https://shop.example/" } },
      "redirect_urls.success_url",
    ],
    [
      { order, redirect_urls: { success_url: "https://x;sandbox/ok", failure_url: "https://shop.example/" } },
      "redirect_urls.success_url",
    ],
    [
      {
        order,
        redirect_urls: { success_url: "https://user:pass@shop.example/ok", failure_url: "https://shop.example/" },
      },
      "redirect_urls.success_url",
    ],
    [{ order: { ...order, amount: 25.5 } }, "order.amount"],
    [{ order: { ...order, amount: -1 } }, "order.amount"],
    [{ order: { ...order, amount: null } }, "order.amount"],
    [{ order: { currency: "EUR" } }, "order.amount"],
    [{ order: { ...order, currency: "XXX" } }, "order.currency"],
    [{ order: { ...order, payment_reference: "" } }, "order.payment_reference"],
    [{ order: { amount: 1, currency: "gbp", payment_reference: "x".repeat(19) } }, "order.payment_reference"],
    [{ order: { ...order, order_id: "x".repeat(256) } }, "order.order_id"],
    [{ order: { ...order, order_id: 7 } }, "order.order_id"],
    [{ order, redirect_urls: { failure_url: "https://shop.example/no" } }, "redirect_urls.success_url"],
    [{ order, redirect_urls: null }, "redirect_urls"],
    [{ order, metadata: { a: 1 } }, "metadata.a"],
    [{ order, metadata: { ["k".repeat(41)]: "" } }, `metadata.${"k".repeat(41)}`],
    [{ order, metadata: { k: "v".repeat(501) } }, "metadata.k"],
    [{ order, metadata: ["a"] }, "metadata"],
    [{ order, webhook_endpoints: "acme-prod" }, "webhook_endpoints"],
    [{ order, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, ""])) }, "metadata"],
    [{ order, webhook_endpoints: Array.from({ length: 11 }, (_, at) => `e${at}`) }, "webhook_endpoints"],
    [{ order, merchant_id: "7" }, "merchant_id"],
    [{}, "order"],
  ])("400 VALIDATION_ERROR: %j", async (body, field) => {
    const { token } = await newTenant();
    const reply = await call(create, body, { token });
    expect([reply.status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.error.metadata?.errors?.map((error) => error.field)).toContain(field);
  });

  it("accepts the limits of each field, and ignores unknown fields", async () => {
    const { token } = await newTenant();
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => [`${at}`.padEnd(40, "k"), "v".repeat(500)]),
    );
    const body = {
      order: { amount: 99_999_999_999, currency: "EUR", payment_reference: "x".repeat(140), order_id: "ü".repeat(255) },
      metadata,
      webhook_endpoints: [],
      colour: "blue",
    };
    const { data } = await call(create, body, { token });
    expect(await findLinkByToken({}, tokenOf(data.payment_link_url))).toMatchObject({
      amount: 99_999_999_999n,
      paymentReference: "x".repeat(140),
      orderId: "ü".repeat(255),
      metadata,
      webhookEndpoints: [],
    });
    const least = { order: { amount: 1, currency: "GBP", payment_reference: "x".repeat(18), locale: "zz-unknown" } };
    expect((await call(create, least, { token })).status).toBe(200);
  });

  it("stores each named endpoint once, however often it was given", async () => {
    const { token, merchantId } = await newTenant();
    await createEndpoint(ctx, { merchantId, name: "acme-prod", url: "https://shop.example/hook" });
    const { data } = await call(create, { order, webhook_endpoints: ["acme-prod", "acme-prod"] }, { token });
    const link = await findLinkByToken({}, tokenOf(data.payment_link_url));
    expect(link?.webhookEndpoints).toEqual(["acme-prod"]);
  });

  it("creates tests only for a test-only credential", async () => {
    const { merchantId } = await newTenant();
    const token = await tokenFor({ merchantId }, { testOnly: true });
    const live = { order: { ...order, test_transaction: false } };
    const { data } = await call(create, live, { token });
    expect((await findLinkByToken({}, tokenOf(data.payment_link_url)))?.test).toBe(true);
  });

  it("returns 400 UNKNOWN_WEBHOOK_ENDPOINT with each bad name, and creates no link", async () => {
    const { token, merchantId } = await newTenant();
    const reply = await call(create, { order, webhook_endpoints: ["a", "b", "a"] }, { token });
    expect(reply.error.metadata?.errors?.map(({ field }) => field)).toEqual([
      "webhook_endpoints[0]",
      "webhook_endpoints[1]",
    ]);
    const { rowCount } = await query("SELECT 1 FROM payment_links WHERE merchant_id = $1", [merchantId]);
    expect(rowCount).toBe(0);
  });
});

describe("merchant_id is required or optional by caller", () => {
  it.each(["merchant", "partner", "admin"] as const)("%s", async (kind) => {
    const partner = await newPartner();
    const owned = await newTenant({ partnerId: partner.partnerId });
    const foreign = await newTenant();
    const unknown = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
    const token = { merchant: owned.token, partner: partner.token, admin: await tokenFor("admin") }[kind];
    const answerFor = async (merchant_id?: string) => {
      const reply = await call(create, { order, ...(merchant_id ? { merchant_id } : {}) }, { token });
      return reply.status === 200 ? "200" : reply.error.code;
    };
    const answers = [
      await answerFor(),
      await answerFor(owned.merchantId),
      await answerFor(foreign.merchantId),
      await answerFor(unknown),
    ];
    expect(answers).toEqual(
      {
        merchant: ["200", "200", "MERCHANT_NOT_FOUND", "MERCHANT_NOT_FOUND"],
        partner: ["MERCHANT_ID_REQUIRED", "200", "MERCHANT_NOT_FOUND", "MERCHANT_NOT_FOUND"],
        admin: ["MERCHANT_ID_REQUIRED", "200", "200", "MERCHANT_NOT_FOUND"],
      }[kind],
    );
  });
});

describe("a link", () => {
  it("can be read again by its merchant only", async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    const { data } = await call(create, { order }, { token: mine.token });
    expect(await getPaymentLink(ctx, { id: data.link_id, merchantId: mine.merchantId })).toMatchObject({
      payment_link_url: data.payment_link_url,
    });
    await expect(getPaymentLink(ctx, { id: data.link_id, merchantId: other.merchantId })).rejects.toMatchObject({
      code: "PAYMENT_LINK_NOT_FOUND",
    });
  });

  it("stores its token only hashed and sealed", async () => {
    const { token } = await newTenant();
    const { data } = await call(create, { order }, { token });
    const dump = (await query("SELECT jsonb_agg(l)::text AS text FROM payment_links l")).rows[0].text as string;
    expect(dump).not.toContain(tokenOf(data.payment_link_url));
  });

  it("expires after seven days, decided on read, and sends one event", async () => {
    const { token } = await newTenant();
    const { data } = await call(create, { order }, { token });
    const statusNow = async () => (await findLinkByToken({}, tokenOf(data.payment_link_url)))?.status;
    await moveClock("6 days 23 hours 59 minutes");
    expect(await statusNow()).toBe("active");
    await moveClock("2 minutes");
    expect(await statusNow()).toBe("expired");
    expect(await linksToExpire(100)).toContain(data.link_id);
    await Promise.all([expireLink(data.link_id), expireLink(data.link_id)]);
    const sql = "SELECT type, body FROM webhook_events WHERE subject_id = $1";
    const { rows } = await query(sql, [data.link_id]);
    expect(rows.map(({ type }) => type)).toEqual(["payment_link.expired"]);
    const { object } = JSON.parse(rows[0].body).data;
    const expected = { id: data.link_id, status: "expired", link_type: "single_use", amount: 2550, test: true };
    expect(object).toMatchObject({ ...expected, metadata: {} });
    expect(object).not.toHaveProperty("merchant");
    expect(await linksToExpire(100)).not.toContain(data.link_id);
  });
});
