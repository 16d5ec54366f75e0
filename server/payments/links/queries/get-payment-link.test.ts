import { beforeAll, describe, expect, it } from "vitest";
import { call, request } from "../../../test/client";
import { moveClock, query } from "../../../test/database";
import { newPartner, newTenant, type Tenant, tokenFor } from "../../../test/rows/fixtures";

const redirect_urls = { success_url: "https://shop.example/ok?a=1", failure_url: "https://shop.example/no" };
const order = { amount: 2550, currency: "EUR", payment_reference: "Order 3451", order_id: "ORD-1", locale: "en_gb" };

let partner: { partnerId: string; token: string };
let tenant: Tenant;

beforeAll(async () => {
  partner = await newPartner();
  tenant = await newTenant({ partnerId: partner.partnerId, brandName: "Olaria" });
});

const newLink = async (body: object = { order, redirect_urls, metadata: { table: "12" } }) =>
  (await call("createPaymentLink", body, { token: tenant.token })).data;
const read = (id: string, token = tenant.token) => call("getPaymentLink", undefined, { token, params: { id } });
const change = (sql: string, id: string) => query(`UPDATE payment_links SET ${sql} WHERE id = $1`, [id]);

describe("GET /payment-links/{id}", () => {
  it("returns the list's fields and the details, every key always present", async () => {
    const made = await newLink();
    const { data } = await read(made.link_id);
    const { data: listed } = await call("listPaymentLinks", undefined, { token: tenant.token, query: { limit: "1" } });
    const item = (listed as unknown as object[])[0];
    expect(data).toEqual({
      ...item,
      id: made.link_id,
      merchant: { id: tenant.merchantId, brand_name: "Olaria" },
      amount: 2550,
      currency: "EUR",
      payment_reference: "Order 3451",
      order_id: "ORD-1",
      status: "active",
      link_type: "single_use",
      views_count: 0,
      first_viewed_at: null,
      expires_at: made.expires_at,
      payment_request_id: null,
      locale: "en-GB",
      metadata: { table: "12" },
      payment_link_url: made.payment_link_url,
      redirect_urls,
      test_transaction: true,
    });
    const bare = await read((await newLink({ order: { amount: 1, currency: "ISK" } })).link_id);
    expect(bare.data).toMatchObject({ redirect_urls: null, metadata: {}, locale: "en", order_id: bare.data.id });
  });

  it("returns a link of any status with its status", async () => {
    const { link_id } = await newLink();
    await moveClock("7 days");
    const token = await tokenFor({ merchantId: tenant.merchantId });
    const statusNow = async () => (await read(link_id, token)).data.status;
    expect(await statusNow()).toBe("expired");
    await change("cancelled_at = app_now()", link_id);
    expect(await statusNow()).toBe("cancelled");
    await change("used_at = app_now()", link_id);
    expect(await statusNow()).toBe("used");
  });

  it("accepts the id in upper and lower case", async () => {
    const { link_id } = await newLink();
    expect((await read(link_id.toUpperCase())).data.id).toBe(link_id);
  });

  it("returns the same 404 PAYMENT_LINK_NOT_FOUND for a foreign, an unknown and a malformed id", async () => {
    const foreign = await newTenant();
    const { link_id } = (await call("createPaymentLink", { order }, { token: foreign.token })).data;
    const ids = [link_id, "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", "7", "%00", "a%20b", `${link_id}0`, "%E0%A4%A"];
    const replies = [];
    for (const token of [tenant.token, partner.token]) {
      const headers = { authorization: `Bearer ${token}`, "x-request-id": "same" };
      for (const id of ids) replies.push(await request("GET", `/api/v1/payment-links/${id}`, { headers }));
    }
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.error.code).toBe("PAYMENT_LINK_NOT_FOUND");
    expect((await read(link_id, await tokenFor("admin"))).data.id).toBe(link_id);
  });

  it("can be read by the merchant's partner and by an admin", async () => {
    const { link_id } = await newLink();
    for (const token of [partner.token, await tokenFor("admin")]) {
      expect((await read(link_id, token)).data.merchant.id).toBe(tenant.merchantId);
    }
  });

  it("returns 404 for a live link to a test-only credential", async () => {
    const { link_id } = await newLink();
    const token = await tokenFor({ merchantId: tenant.merchantId }, { testOnly: true });
    expect((await read(link_id, token)).status).toBe(200);
    await change("test = false", link_id);
    expect((await read(link_id, token)).error.code).toBe("PAYMENT_LINK_NOT_FOUND");
    expect((await read(link_id)).data.test_transaction).toBe(false);
  });
});
