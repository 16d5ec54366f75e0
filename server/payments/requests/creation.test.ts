import { beforeAll, describe, expect, it } from "vitest";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newPartner, newTenant, type Tenant, tokenFor } from "../../test/rows/fixtures";

const ORDER = { amount: 2550, currency: "EUR" };
const SHOP = "https://shop.example";

let tenant: Tenant;
beforeAll(async () => {
  await syncCatalogue();
  tenant = await newTenant();
});

const ask = (body: object, token = tenant.token) => call("createPaymentRequest", body, { token });
type Reply = Awaited<ReturnType<typeof ask>>;
const fieldsOf = ({ error }: Reply) => error.metadata?.errors?.map(({ field }) => field);
const rowOf = async (id: string) => (await query("SELECT * FROM payment_requests WHERE id = $1", [id])).rows[0];

describe("a payment request", () => {
  it("with an amount and a currency gets 201 with a token of 256 bits, 900 seconds, and the contract's defaults", async () => {
    const reply = await ask({ order: ORDER });
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const { payment_token, expires_in, payment_request_id, ...more } = reply.data;
    expect([payment_token, expires_in, more]).toEqual([expect.stringMatching(/^ptok_[A-Za-z0-9_-]{43}$/), 900, {}]);
    const row = await rowOf(payment_request_id);
    expect(row).toMatchObject({ flow: "embedded", order_id: payment_request_id, locale: "en", test: true });
    expect(row.payment_reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(row).toMatchObject({ rewards: null, customer: null, success_url: null, webhook_endpoints: [] });
    // Only its hash, and an encrypted copy.
    expect(JSON.stringify(row)).not.toContain(payment_token);
  });

  it("stores every field normalised: currency and countries in capitals, the locale as in BCP 47", async () => {
    const { data } = await ask({
      merchant_id: tenant.merchantId.toUpperCase(),
      customer: { id: "C-77", name: "Jane Doe", email: "jane@example.com", phone: "+351960123456", country: "pt" },
      order: {
        ...ORDER,
        currency: "eur",
        order_id: "ORD-1",
        payment_reference: "Order 3451",
        locale: "en_gb",
        test_transaction: true,
        rewards: { extra_rewards: 150, total_rewards: 300, description: "Weekend bonus" },
      },
      redirect_urls: { success_url: `${SHOP}/ok`, failure_url: `${SHOP}/no` },
      device_type: "web",
      billing_address: { address_line1: "Rua 1", city: "Porto", country: "pt", postal_code: "4050-262" },
      webhook_endpoints: [],
    });
    expect(await rowOf(data.payment_request_id)).toMatchObject({
      merchant_id: tenant.merchantId,
      customer: { id: "C-77", name: "Jane Doe", email: "jane@example.com", phone: "+351960123456", country: "PT" },
      currency: "EUR",
      order_id: "ORD-1",
      payment_reference: "Order 3451",
      locale: "en-GB",
      rewards: { extra_rewards: 150, total_rewards: 300, description: "Weekend bonus" },
      success_url: `${SHOP}/ok`,
      failure_url: `${SHOP}/no`,
      device_type: "web",
      billing_address: { address_line1: "Rua 1", city: "Porto", country: "PT", postal_code: "4050-262" },
    });
  });
});

const order = (changed: object) => ({ order: { ...ORDER, ...changed } });
const mailedTo = (email: string) => ({ ...order({}), customer: { email } });
const LONGEST_URL = `${SHOP}/`.padEnd(2048, "x");

describe("accepts", () => {
  it.each([
    ["the smallest amount", order({ amount: 1 })],
    ["the largest amount", order({ amount: 99_999_999_999 })],
    ["an amount written with a point and nothing behind it", order({ amount: 10.0 })],
    ["the longest order_id", order({ order_id: "x".repeat(255) })],
    ["the longest reference", order({ payment_reference: "x".repeat(140) })],
    ["every character of a reference", order({ payment_reference: "aZ09 /-?:().,'+#&" })],
    ["the longest reference in GBP", order({ currency: "GBP", payment_reference: "x".repeat(18) })],
    ["a well-formed locale of an unknown language", order({ locale: "tlh-Latn-AQ" })],
    ["rewards of nothing", order({ rewards: { extra_rewards: 0 } })],
    ["a total that equals the extra", order({ rewards: { extra_rewards: 2.5, total_rewards: 2.5 } })],
    ["the longest description", order({ rewards: { total_rewards: 1, description: "x".repeat(255) } })],
    ["the longest customer.id", { ...order({}), customer: { id: "x".repeat(255) } }],
    ["the shortest telephone number", { ...order({}), customer: { phone: "+1234567" } }],
    ["every character of an e-mail address before its @", mailedTo("first/last.x!#$%&'*+=?^_`{|}~-@shop.example")],
    ["an e-mail address with an internationalised domain", mailedTo("user@xn--80ak6aa92e.xn--p1ai")],
    ["ios", { ...order({}), device_type: "ios" }],
    ["android", { ...order({}), device_type: "android" }],
    [
      "http addresses of a test",
      { ...order({}), redirect_urls: { success_url: "http://a.example", failure_url: "http://b.example" } },
    ],
    ["the longest addresses", { ...order({}), redirect_urls: { success_url: LONGEST_URL, failure_url: LONGEST_URL } }],
    ["what it does not know, and ignores it", { ...order({ colour: "red" }), shop: 7 }],
  ])("%s", async (_what, body) => {
    expect((await ask(body)).status).toBe(201);
  });
});

describe("400 VALIDATION_ERROR on", () => {
  it.each<[string, object, string]>([
    ["no order", {}, "order"],
    ["no amount", { order: { currency: "EUR" } }, "order.amount"],
    ["no currency", { order: { amount: 1 } }, "order.currency"],
    ["an amount of nothing", order({ amount: 0 }), "order.amount"],
    ["a negative amount", order({ amount: -1 }), "order.amount"],
    ["a decimal", order({ amount: 25.5 }), "order.amount"],
    ["a string", order({ amount: "2550" }), "order.amount"],
    ["an amount past the limit", order({ amount: 100_000_000_000 }), "order.amount"],
    ["two letters", order({ currency: "EU" }), "order.currency"],
    ["a currency that is no more", order({ currency: "DEM" }), "order.currency"],
    ["an empty order_id", order({ order_id: "" }), "order.order_id"],
    ["a long order_id", order({ order_id: "x".repeat(256) }), "order.order_id"],
    ["an empty reference", order({ payment_reference: "" }), "order.payment_reference"],
    ["a blank reference", order({ payment_reference: "  " }), "order.payment_reference"],
    ["a long reference", order({ payment_reference: "x".repeat(141) }), "order.payment_reference"],
    ["a letter with an accent", order({ payment_reference: "Café" }), "order.payment_reference"],
    ["19 characters in GBP", order({ currency: "GBP", payment_reference: "x".repeat(19) }), "order.payment_reference"],
    ["a malformed locale", order({ locale: "english!" }), "order.locale"],
    ["a test_transaction that is text", order({ test_transaction: "true" }), "order.test_transaction"],
    ["rewards without a number", order({ rewards: { description: "x" } }), "order.rewards"],
    ["a negative reward", order({ rewards: { extra_rewards: -1 } }), "order.rewards.extra_rewards"],
    [
      "a total below the extra",
      order({ rewards: { extra_rewards: 2, total_rewards: 1 } }),
      "order.rewards.total_rewards",
    ],
    [
      "a long description",
      order({ rewards: { extra_rewards: 1, description: "x".repeat(256) } }),
      "order.rewards.description",
    ],
    ["an empty customer.id", { ...order({}), customer: { id: "" } }, "customer.id"],
    ["a long customer.id", { ...order({}), customer: { id: "x".repeat(256) } }, "customer.id"],
    ["a customer.id that is a number", { ...order({}), customer: { id: 7 } }, "customer.id"],
    ["an e-mail address", mailedTo("jane"), "customer.email"],
    ["an e-mail address with two dots", mailedTo("a..b@x.example"), "customer.email"],
    ["an e-mail address with a list", mailedTo("a@x.example,b@y.example"), "customer.email"],
    ["an e-mail address with a long label", mailedTo(`a@${"x".repeat(64)}.example`), "customer.email"],
    ["an e-mail address with an IP address", mailedTo("jane@127.0.0.1"), "customer.email"],
    ["a telephone number without +", { ...order({}), customer: { phone: "351960123456" } }, "customer.phone"],
    ["a telephone number of 16 digits", { ...order({}), customer: { phone: "+1234567890123456" } }, "customer.phone"],
    ["a country of three letters", { ...order({}), customer: { country: "PRT" } }, "customer.country"],
    ["a billing country", { ...order({}), billing_address: { country: "1" } }, "billing_address.country"],
    ["a device", { ...order({}), device_type: "fridge" }, "device_type"],
    ["a merchant_id", { ...order({}), merchant_id: "x" }, "merchant_id"],
    ["success_url alone", { ...order({}), redirect_urls: { success_url: SHOP } }, "redirect_urls.failure_url"],
    ["failure_url alone", { ...order({}), redirect_urls: { failure_url: SHOP } }, "redirect_urls.success_url"],
    [
      "a long address",
      { ...order({}), redirect_urls: { success_url: `${LONGEST_URL}x`, failure_url: SHOP } },
      "redirect_urls.success_url",
    ],
    [
      "an address of an app",
      { ...order({}), redirect_urls: { success_url: SHOP, failure_url: "shop://no" } },
      "redirect_urls.failure_url",
    ],
    ["eleven endpoints", { ...order({}), webhook_endpoints: "abcdefghijk".split("") }, "webhook_endpoints"],
  ])("%s", async (_what, body, field) => {
    const reply = await ask(body);
    expect([reply.status, reply.error.code, fieldsOf(reply)]).toEqual([400, "VALIDATION_ERROR", [field]]);
  });
});

describe("the status of a payment request", () => {
  const ofRequest = (paymentRequestId: string, token = tenant.token) =>
    call("getPaymentStatus", undefined, { token, params: { paymentRequestId } });

  it("has every field of the contract, the amount as digits, and is not cached", async () => {
    const { data } = await ask(order({ order_id: "ORD-1" }));
    const reply = await ofRequest(data.payment_request_id);
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(reply.data).toEqual({
      status: "pending",
      amount: "2550",
      currency: "EUR",
      payment_request_id: data.payment_request_id,
      order_id: "ORD-1",
      status_reason: null,
      test: true,
      late: false,
      reversed_amount: null,
    });
  });

  it("is the same 404 PAYMENT_REQUEST_NOT_FOUND for an unknown id, a malformed one and another tenant's", async () => {
    const { data } = await ask(order({}));
    const [stranger, partner] = [await newTenant(), await newPartner()];
    const replies = [
      await ofRequest("01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10"),
      await ofRequest("x"),
      await ofRequest(data.payment_request_id, stranger.token),
      await ofRequest(data.payment_request_id, partner.token),
    ];
    for (const reply of replies) expect([reply.status, reply.error.code]).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect((await ofRequest(data.payment_request_id, await tokenFor("admin"))).status).toBe(200);
  });

  it("is 404 for a live request with a test-only credential", async () => {
    const { data } = await ask(order({}));
    const testOnly = await tokenFor({ merchantId: tenant.merchantId }, { testOnly: true });
    expect((await ofRequest(data.payment_request_id, testOnly)).status).toBe(200);
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [data.payment_request_id]);
    const reply = await ofRequest(data.payment_request_id, testOnly);
    expect([reply.status, reply.error.code]).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
  });

  it("is expired from the second of its end, before any job has run", async () => {
    const { data } = await ask(order({}));
    await moveClock("15 minutes 1 second");
    const token = await tokenFor({ merchantId: tenant.merchantId });
    expect((await ofRequest(data.payment_request_id, token)).data.status).toBe("expired");
    expect((await rowOf(data.payment_request_id)).status).toBe("pending");
  });
});
