import { beforeEach, describe, expect, it } from "vitest";
import { flushCalls } from "../http/call-log/call-log";
import { byId } from "../lib/endpoint";
import { paymentLinkEndpoints } from "../payments/links/rest-endpoints";
import { paymentEndpoints } from "../payments/rest-endpoints";
import { call, request } from "../test/client";
import { query } from "../test/database";
import { type ConsoleApi, consoleOf } from "../test/person";
import { newTenant, type Tenant } from "../test/rows/fixtures";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const createRequest = byId(paymentEndpoints, "createPaymentRequest");
const getStatus = byId(paymentEndpoints, "getPaymentStatus");
const order = { amount: 2550, currency: "EUR", order_id: "T-118" };

let tenant: Tenant;
let developer: ConsoleApi["developers"];

beforeEach(async () => {
  tenant = await newTenant();
  const { merchantId } = tenant;
  developer = (await consoleOf({ role: "developer", merchantId })).developers;
});

/** The newest call in the log. */
async function newest() {
  await flushCalls();
  const { items } = await developer.calls.search({ merchantId: tenant.merchantId, test: true });
  if (!items[0]) throw new Error("no call");
  return items[0];
}

const links = async () => {
  const sql = "SELECT test FROM payment_links WHERE merchant_id = $1 ORDER BY created_at, id";
  return (await query<{ test: boolean }>(sql, [tenant.merchantId])).rows.map(({ test }) => test);
};

describe("a resent request", () => {
  it("is sent once more, as a test with a new idempotency key", async () => {
    const headers = { "idempotency-key": "cart-1" };
    await call(createLink, { order }, { token: tenant.token, headers });
    const first = await newest();
    const answered = await developer.calls.repeat({ merchantId: tenant.merchantId, id: first.id });
    expect(answered.status).toBe(200);
    expect(await links()).toEqual([true, true]);
    const again = await newest();
    expect(again).toMatchObject({ requestId: answered.requestId, replayed: false, orderId: "T-118", test: true });
    expect(again.idempotencyKey).not.toBe("cart-1");
    expect(again.actor.kind).toBe("user");
  });

  it("has the same path and query", async () => {
    const { data } = await call(createRequest, { order }, { token: tenant.token });
    await call(getStatus, undefined, { token: tenant.token, params: { paymentRequestId: data.payment_request_id } });
    const answered = await developer.calls.repeat({ merchantId: tenant.merchantId, id: (await newest()).id });
    expect(JSON.parse(answered.body).data).toMatchObject({ status: "pending", currency: "EUR" });
    expect((await newest()).path).toBe(`/api/v1/payment-requests/${data.payment_request_id}/status`);
  });

  it("is refused if a value is redacted or if it has no test mode", async () => {
    const { merchantId, token } = tenant;
    const redirects = { success_url: "https://a.example/ok", failure_url: "https://a.example/no" };
    await call(createLink, { order, redirect_urls: redirects }, { token });
    const incomplete = await newest();
    const refused = { code: "BAD_REQUEST", message: expect.stringContaining("Nothing was sent") };
    await expect(developer.calls.repeat({ merchantId, id: incomplete.id })).rejects.toMatchObject(refused);
    const { repeat } = await developer.calls.get({ merchantId, id: incomplete.id });
    expect(repeat).toMatchObject({ kind: "incomplete", leftOut: expect.arrayContaining(["redirect_urls"]) });
    await call({ ...createLink, path: "/api/v1/webhooks" }, { webhook_url: "https://93.184.215.14/h" }, { token });
    const settings = await newest();
    await expect(developer.calls.repeat({ merchantId, id: settings.id })).rejects.toMatchObject(refused);
    expect(await links()).toHaveLength(1);
  });
});

describe("an operation sent from the reference", () => {
  const send = (input: Omit<Parameters<typeof developer.reference.send>[0], "merchantId">) =>
    developer.reference.send({ merchantId: tenant.merchantId, ...input });

  it("is really sent, with the response that an API key gets", async () => {
    const made = await send({ operation: "createPaymentLink", body: { order } });
    const { link_id: id } = JSON.parse(made.body).data;
    const read = await send({ operation: "getPaymentLink", params: { id } });
    expect(JSON.parse(read.body).data).toMatchObject({ id, status: "active" });
    const listed = await send({ operation: "listPaymentLinks", query: { limit: "1" } });
    expect(JSON.parse(listed.body).pagination).toMatchObject({ limit: 1, total: 1 });
    const wrong = await send({ operation: "createPaymentLink", body: { order: { ...order, amount: "25,50" } } });
    expect([wrong.status, JSON.parse(wrong.body).error.metadata.errors[0].field]).toEqual([400, "order.amount"]);
  });

  it.each([
    ["a decimal amount", '{"order":{"amount":25.0,"currency":"EUR"}}'],
    ["a duplicate name", '{"order":{"amount":1,"amount":2550,"currency":"EUR"}}'],
    ["malformed JSON", '{"order":{"amount":2550,}}'],
    ["no object", "[]"],
    ["more than 64 KiB", `{"order":{"amount":2550,"currency":"EUR","order_id":"${"x".repeat(65_536)}"}}`],
  ])("with %s in its body gets the response that an API key gets", async (_, body) => {
    const headers = { Authorization: `Bearer ${tenant.token}`, "Content-Type": "application/json" };
    const byKey = await request("POST", createLink.path, { headers, body });
    expect(byKey.status).toBeGreaterThanOrEqual(400);
    const sent = await send({ operation: "createPaymentLink", body });
    expect([sent.status, JSON.parse(sent.body)]).toEqual([byKey.status, JSON.parse(byKey.text)]);
    expect(await links()).toEqual([]);
  });

  it("keeps an empty value of its query, its X-Request-Id and its If-None-Match", async () => {
    const read = (query: Record<string, string>) => send({ operation: "listPaymentLinks", query });
    expect([(await read({})).status, (await read({ search: "" })).status]).toEqual([200, 400]);
    const named = await send({ operation: "listPaymentLinks", requestId: "order-77" });
    expect([named.requestId, (await newest()).requestId]).toEqual(["order-77", "order-77"]);
    const banks = { operation: "listTopBanks", query: { country: "PT" } };
    const ifNoneMatch = (await send(banks)).headers.find(({ name }) => name === "etag")?.value;
    expect(await send({ ...banks, ifNoneMatch })).toMatchObject({ status: 304, body: "" });
  });

  it("can't reach another path by its ID parameter", async () => {
    for (const id of ["../balances", "x/../../balances", "", "?limit=1", "%2e%2e"]) {
      const answered = await send({ operation: "getPaymentLink", params: { id } });
      expect([id, answered.status]).toEqual([id, 404]);
    }
  });

  it("is refused if it would change live settings or return a token", async () => {
    const ids = ["setWebhookUrl", "generateWebhookSecret", "revokeWebhookSecret", "issueToken", "refreshToken"];
    for (const operation of ids)
      await expect(send({ operation, body: {} })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const operations = await developer.reference.read({ merchantId: tenant.merchantId });
    expect(
      operations
        .filter(({ notSent }) => notSent !== null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort());
    await expect(send({ operation: "constructor" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("an idempotency key of a request of the reference", () => {
  const send = (idempotencyKey: string) =>
    developer.reference.send({
      merchantId: tenant.merchantId,
      operation: "createPaymentLink",
      body: { order },
      idempotencyKey,
    });

  it.each(["a\r\nX-Evil: 1", "a\nb", "€"])("%j, which HTTP cannot send, is refused by its field", async (key) => {
    await expect(send(key)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      cause: { issues: [expect.objectContaining({ path: ["idempotencyKey"] })] },
    });
    expect(await links()).toEqual([]);
  });

  it("control: one that the API refuses gets the API's response, and another creates the link", async () => {
    expect((await send("é")).status).toBe(400);
    expect((await send("cart-1")).status).toBe(200);
    expect(await links()).toEqual([true]);
  });
});
