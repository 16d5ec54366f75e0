import { beforeAll, describe, expect, it } from "vitest";
import { readCall } from "../../developer-tools/read-call";
import { searchCalls } from "../../developer-tools/search-calls";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { call, request } from "../../test/client";
import { query } from "../../test/database";
import { ctx, newTenant, type Tenant } from "../../test/rows/fixtures";
import { flushCalls } from "./call-log";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");

const order = { amount: 2550, currency: "EUR" };
const BANK = "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176";
let tenant: Tenant;
let token: string;

beforeAll(async () => {
  tenant = await newTenant();
  token = tenant.token;
});

const ignoredIn = ({ headers }: { headers: Headers }) => headers.get("bankside-ignored");

/** The fields that the request log shows for the latest call of an operation. */
async function loggedIgnored(endpoint: string) {
  await flushCalls();
  const { items } = await searchCalls(ctx, { merchantId: tenant.merchantId, test: true, endpoint });
  const { sent } = await readCall(ctx, { merchantId: tenant.merchantId, id: items[0]?.id ?? "" });
  return [sent.ignored, items[0]?.ignored];
}

describe("Bankside-Ignored", () => {
  it("names what a creation ignores, and the request log shows what was probably meant", async () => {
    const body = { order: { ...order, reference: "x" }, success_url: "https://shop.example", metadata: { a: "1" } };
    const links = await call(createLink, body, { token });
    expect([links.status, ignoredIn(links)]).toEqual([200, "order.reference, success_url"]);
    expect(await loggedIgnored("createPaymentLink")).toEqual([
      [
        { field: "order.reference", meant: "order.payment_reference" },
        { field: "success_url", meant: "redirect_urls.success_url" },
      ],
      2,
    ]);
    const embedded = await call("createPaymentRequest", body, { token });
    expect([embedded.status, ignoredIn(embedded)]).toEqual([201, "order.reference, success_url, metadata"]);
  });

  it.each(["english", "gb", "xx-YY"])("names a well-formed locale of an unknown language: %s", async (locale) => {
    const replies = [
      await call("createRedirectRequest", { ...order, locale }, { token }),
      await call("createPaymentRequest", { order: { ...order, locale } }, { token }),
      await call(createLink, { order: { ...order, locale } }, { token }),
    ];
    expect(replies.map((reply) => [reply.status, ignoredIn(reply)])).toEqual([
      [201, "locale"],
      [201, "order.locale"],
      [200, "order.locale"],
    ]);
    expect(await loggedIgnored("createRedirectRequest")).toEqual([[{ field: "locale", meant: null }], 1]);
  });

  it.each(["en", "en_GB", "PT", "pt-XX", "ja", "zh-Hant-TW"])(
    "does not name a locale of a language: %s",
    async (locale) => {
      expect(ignoredIn(await call("createRedirectRequest", { ...order, locale }, { token }))).toBeNull();
    },
  );

  it("is absent where every name is known", async () => {
    const replies = [
      await call(createLink, { order, metadata: { order: "1" }, webhook_endpoints: [] }, { token }),
      await call("createPaymentRequest", { order, customer: { id: "C-1" } }, { token }),
      await call("createRedirectRequest", { ...order, locale: "en" }, { token }),
      await call("listPaymentLinks", undefined, { token, query: { limit: "5" } }),
    ];
    expect(replies.map((reply) => [reply.status, ignoredIn(reply)])).toEqual([
      [200, null],
      [201, null],
      [201, null],
      [200, null],
    ]);
  });

  it("is on an update and on an initiation, successful or not", async () => {
    const created = await call("createPaymentRequest", { order }, { token });
    const { payment_token } = created.data;
    const updated = await call("updatePaymentRequest", { payment_token, amount: 2600, currency: "GBP" }, { token });
    expect([updated.status, ignoredIn(updated)]).toEqual([200, "currency"]);
    const started = await call("initiatePayment", { payment_token, bankId: BANK, scheme: "BACS" });
    expect([started.error.code, ignoredIn(started)]).toEqual(["BANK_NOT_FOUND", "scheme"]);
    const account = { payment_token, customerBankAccountId: BANK, debtorIban: "PT50000201231234567890154" };
    // A field of the other variant has no effect either.
    expect(ignoredIn(await call("initiatePayment", account))).toBe("debtorIban");
  });

  it("is on a replay as on the first answer", async () => {
    const headers = { "idempotency-key": "ignored-1" };
    const body = { order: { ...order, orderId: "7" } };
    const replies = [
      await call(createLink, body, { token, headers }),
      await call(createLink, body, { token, headers }),
    ];
    expect(replies.map((reply) => [reply.headers.get("idempotent-replayed"), ignoredIn(reply)])).toEqual([
      [null, "order.orderId"],
      ["true", "order.orderId"],
    ]);
  });

  it("is on a refusal, whose missing field names the mistyped one", async () => {
    const reply = await call(createLink, { order: { ammount: 2550, currency: "EUR" } }, { token });
    expect([reply.status, ignoredIn(reply)]).toEqual([400, "order.ammount"]);
    expect(reply.error.metadata?.errors).toEqual([
      { field: "order.amount", message: "is required; order.ammount is an unknown field" },
    ]);
    const empty = await call("createPaymentRequest", { ordr: order }, { token });
    expect(empty.error.metadata?.errors).toEqual([
      { field: "order", message: "is required; ordr is an unknown field" },
    ]);
  });

  it.each([
    ["createPaymentLink", order, "order", "is required, with amount and currency in it"],
    [
      "updatePaymentRequest",
      { payment_token: "x", order },
      "amount",
      /^is required.*; order is an unknown field, send amount without it$/,
    ],
    ["setWebhookUrl", { url: "https://shop.example/" }, "webhook_url", "is required; url is an unknown field"],
    ["createPaymentLink", { test: true }, "order", "is required, with test_transaction in it"],
    ["createPaymentLink", { x: { y: 1 } }, "order", "is required"],
  ])("%s with %j: %s", async (operation, body, field, message) => {
    const reply = await call(operation as "createPaymentLink", body as never, { token });
    expect(reply.error.metadata?.errors).toEqual([
      { field, message: typeof message === "string" ? message : expect.stringMatching(message) },
    ]);
  });

  it("names unknown parameters of a query, which the list of links refuses instead", async () => {
    const banks = await call("listTopBanks", undefined, { query: { country: "PT", bank: "x" } });
    expect([banks.status, ignoredIn(banks)]).toEqual([200, "?bank"]);
    const made = await request("POST", `${createLink.path}?test=1`, {
      body: JSON.stringify({ order }),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect([made.status, ignoredIn(made)]).toEqual([200, "?test"]);
    const list = await call("listPaymentLinks", undefined, { token, query: { order_id: "1001" } });
    expect([list.status, ignoredIn(list)]).toEqual([400, null]);
    expect(list.error.metadata?.errors).toEqual([
      {
        field: "order_id",
        message: "unknown field: the fields here are page, limit, sort, status, merchant_id, search",
      },
    ]);
  });

  it("has a name as one visible ASCII word, whatever its characters", async () => {
    const names = ["a\r\nSet-Cookie: x=1", "größe", "a, b", "a.b", "\u0001", "😀", "%0d", "", "__proto__"];
    const known = `"order":${JSON.stringify(order)},"metadata":{"a":"1","__proto__":"2"}`;
    const body = `{${known},${names.map((name) => `${JSON.stringify(name)}:1`).join()}}`;
    const reply = await request("POST", createLink.path, {
      body,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(ignoredIn(reply)?.split(", ")).toEqual([
      ...["metadata.__proto__", "a%0D%0ASet-Cookie%3A%20x%3D1", "gr%C3%B6%C3%9Fe", "a%2C%20b", "a%2Eb", "%01"],
      ...["%F0%9F%98%80", "%250d", '""', "__proto__"],
    ]);
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([200, null]);
  });

  it("has at most 20 names of 64 characters, cut between characters", async () => {
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`n${at}`, 1]));
    expect(ignoredIn(await call(createLink, { order, ...many }, { token }))?.split(", ")).toEqual(
      Array.from({ length: 20 }, (_, at) => `n${at}`),
    );
    const long = await call(createLink, { order, ["ö".repeat(20_000)]: 1 }, { token });
    expect(ignoredIn(long)).toBe("%C3%B6".repeat(10));
  });

  it("is in the request log without secrets in the place of names", async () => {
    await call(createLink, { order, "jane@example.com": 1, [tenant.clientSecret]: 1 }, { token });
    const [ignored] = await loggedIgnored("createPaymentLink");
    expect(ignored).toEqual(Array(2).fill({ field: "[redacted]", meant: null }));
  });

  it("names what a token request ignores", async () => {
    const { clientId: client_id, clientSecret: client_secret } = tenant;
    const reply = await call("issueToken", { client_id, client_secret, audience: "x" });
    expect([reply.status, ignoredIn(reply)]).toEqual([200, "audience"]);
  });
});

describe("a body that refuses unknown names", () => {
  it("says which one was probably meant, or which there are", async () => {
    const customer = { phone: "+351960123456", name: "Jane" };
    const body = { ...order, locale: "en", reference: "x", customer, test_mode: true, colour: "red" };
    const reply = await call("createRedirectRequest", body, { token });
    expect(ignoredIn(reply)).toBeNull();
    expect(reply.error.metadata?.errors).toEqual([
      { field: "customer.phone", message: "unknown field: did you mean customer.phone_number?" },
      { field: "reference", message: "unknown field: did you mean payment_reference?" },
      { field: "test_mode", message: "unknown field: did you mean test_transaction?" },
      { field: "colour", message: expect.stringMatching(/^unknown field: the fields here are merchant_id, amount, /) },
    ]);
  });
});

describe("Bankside-Test", () => {
  it("is true for a test, and absent where nothing is one", async () => {
    const created = await call("createPaymentRequest", { order }, { token });
    expect(created.headers.get("bankside-test")).toBe("true");
    const { payment_token } = created.data;
    const updated = await call("updatePaymentRequest", { payment_token, amount: 2600 }, { token });
    expect(updated.headers.get("bankside-test")).toBe("true");
    const params = { paymentRequestId: created.data.payment_request_id };
    const status = async () =>
      (await call("getPaymentStatus", undefined, { token, params })).headers.get("bankside-test");
    expect(await status()).toBe("true");
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [params.paymentRequestId]);
    expect(await status()).toBeNull();
    const link = await call("createPaymentLink", { order }, { token });
    const detail = () => call("getPaymentLink", undefined, { token, params: { id: link.data.link_id } });
    expect((await detail()).headers.get("bankside-test")).toBe("true");
    await query("UPDATE payment_links SET test = false WHERE id = $1", [link.data.link_id]);
    expect((await detail()).headers.get("bankside-test")).toBeNull();
    const banks = await call("listTopBanks", undefined, { query: { country: "PT" } });
    expect(banks.headers.get("bankside-test")).toBeNull();
  });
});

describe("the request log of an ignored field", () => {
  it.each([2, 25])("has its name and no value, also beside %d others", async (count) => {
    const many = Array.from({ length: count }, (_, at) => [`f${"x".repeat(at)}`.slice(0, 30), "text"]);
    const body = { ...Object.fromEntries(many), ...(count > 20 ? {} : { order: { order_id: "free text" } }) };
    const created = await call("createPaymentRequest", { order }, { token });
    const sent = { bankId: BANK, ...body, locale: "free text", ctx: "free text" };
    await call("initiatePayment", sent, { query: { payment_token: created.data.payment_token } });
    await flushCalls();
    const { rows } = await query(
      "SELECT request FROM api_calls WHERE endpoint = 'initiatePayment' AND merchant_id = $1 ORDER BY id DESC LIMIT 1",
      [tenant.merchantId],
    );
    const logged = JSON.parse(String(rows[0]?.["request"])).body;
    expect(Object.keys(logged)).toEqual(expect.arrayContaining(["bankId", "locale", "ctx"]));
    expect(JSON.stringify(logged)).not.toContain("free text");
    if (count < 20) expect(logged.bankId).toBe(BANK);
  });
});
