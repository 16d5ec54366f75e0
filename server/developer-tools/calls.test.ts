import { beforeEach, describe, expect, it } from "vitest";
import { callInProcess } from "../http/call-in-process";
import { flushCalls } from "../http/call-log/call-log";
import { operationOf } from "../http/openapi/operations";
import { createCredential } from "../identity/credentials/create-credential";
import { issueToken } from "../identity/tokens/issue-token";
import { PUBLIC_CALLER } from "../lib/context";
import { byId } from "../lib/endpoint";
import { newId } from "../lib/ids";
import { paymentLinkEndpoints } from "../payments/links/rest-endpoints";
import { paymentEndpoints } from "../payments/rest-endpoints";
import { call } from "../test/client";
import { query } from "../test/database";
import { ctx, newPartner, newTenant, type Tenant } from "../test/rows/fixtures";
import { readCall } from "./read-call";
import { LEFT_OUT, withoutLeftOut } from "./recorded-parts";
import { readCallPage, searchCalls } from "./search-calls";
import { tester } from "./tester";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const createRequest = byId(paymentEndpoints, "createPaymentRequest");
const order = { amount: 2550, currency: "EUR", order_id: "T-118" };

let tenant: Tenant;
beforeEach(async () => {
  tenant = await newTenant();
});

type Wanted = Partial<Parameters<typeof searchCalls>[1]>;
async function found(wanted: Wanted = {}) {
  await flushCalls();
  return searchCalls(ctx, { merchantId: tenant.merchantId, test: true, ...wanted });
}

const endpointsOf = ({ items }: Awaited<ReturnType<typeof found>>) => items.map(({ endpoint }) => endpoint);

describe("the request log of a merchant", () => {
  it("lists its own requests with caller and result, newest first", async () => {
    const other = await newTenant();
    await call(createLink, { order }, { token: other.token });
    const { data } = await call(createRequest, { order }, { token: tenant.token });
    await call("getPaymentStatus", undefined, {
      token: tenant.token,
      params: { paymentRequestId: data.payment_request_id },
    });
    const log = await found();
    expect(endpointsOf(log)).toEqual(["getPaymentStatus", "createPaymentRequest"]);
    expect(log.items[1]).toMatchObject({
      ...{ orderId: "T-118", paymentRequestId: data.payment_request_id, status: 201, test: true },
      actor: { kind: "credential", id: tenant.clientId, name: "Test" },
    });
    expect(log.counts).toMatchObject({ taken: { count: 2 }, refused: { count: 0 }, failed: { count: 0 } });
  });

  it("is filtered by outcome, operation, API key, error code and time, each and combined", async () => {
    const second = await createCredential(ctx, { name: "Second", owner: { merchantId: tenant.merchantId } });
    const { access_token: token } = await issueToken({ ...ctx, caller: PUBLIC_CALLER }, second);
    await call(createLink, { order }, { token });
    await call(createLink, { order: { ...order, amount: 25.5 } }, { token: tenant.token });
    await call("getPaymentStatus", undefined, { token: tenant.token, params: { paymentRequestId: newId() } });
    expect(endpointsOf(await found({ outcome: "taken" }))).toEqual(["createPaymentLink"]);
    expect(endpointsOf(await found({ outcome: "refused" }))).toEqual(["getPaymentStatus", "createPaymentLink"]);
    expect(endpointsOf(await found({ outcome: "failed" }))).toEqual([]);
    expect(endpointsOf(await found({ endpoint: "createPaymentLink" }))).toHaveLength(2);
    expect((await found({ actor: second.client_id })).items).toMatchObject([{ actor: { name: "Second" } }]);
    expect(endpointsOf(await found({ errorCode: "VALIDATION_ERROR" }))).toEqual(["createPaymentLink"]);
    expect(
      endpointsOf(await found({ endpoint: "createPaymentLink", outcome: "refused", actor: second.client_id })),
    ).toEqual([]);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    expect(endpointsOf(await found({ to: inAnHour }))).toHaveLength(3);
    expect(endpointsOf(await found({ from: inAnHour }))).toEqual([]);
  });

  it("is searched by request ID, idempotency key, and ID of the payment or link", async () => {
    const headers = { "idempotency-key": "cart-8841", "x-request-id": "order-77" };
    const { data } = await call(createRequest, { order }, { token: tenant.token, headers });
    await call("listPaymentLinks", undefined, { token: tenant.token });
    for (const search of ["cart-8841", "order-77", data.payment_request_id]) {
      expect([search, endpointsOf(await found({ search }))]).toEqual([search, ["createPaymentRequest"]]);
    }
    expect(endpointsOf(await found({ search: "cart-884" }))).toEqual([]);
  });

  it("separates test and live requests, and lists those of neither mode in both", async () => {
    await query(
      `INSERT INTO api_calls (id, at, request_id, endpoint, method, path, merchant_id, test, status, duration_ms, replayed)
         SELECT gen_random_uuid(), now() - n * interval '1 minute', 'r' || n, 'createPaymentLink', 'POST', '/', $1,
           CASE n % 3 WHEN 0 THEN true WHEN 1 THEN false END, 201, 5, false FROM generate_series(1, 90) AS n`,
      [tenant.merchantId],
    );
    const seen: (boolean | null)[] = [];
    const ids = new Set<string>();
    let page = await found({ test: false });
    expect(page.counts.taken).toEqual({ count: 60, orMore: false });
    for (;;) {
      for (const { id, test } of page.items) ids.add(id) && seen.push(test);
      if (page.older === null) break;
      page = await found({ test: false, cursor: page.older });
    }
    expect([ids.size, seen.length, seen.includes(true), seen.includes(null)]).toEqual([60, 60, false, true]);
    const back = await found({ test: false, cursor: page.newer ?? "" });
    expect(back.items).toHaveLength(25);
    const wanted = { merchantId: tenant.merchantId, test: false, limit: 40 };
    const first = await readCallPage(ctx, wanted);
    const rest = await readCallPage(ctx, { ...wanted, cursor: first.older ?? "" });
    expect([first.rows.length, rest.rows.length, rest.older]).toEqual([40, 20, null]);
  });

  it("names the partner as caller without the partner's API keys", async () => {
    const { partnerId, token } = await newPartner();
    tenant = await newTenant({ partnerId });
    await call(createLink, { order, merchant_id: tenant.merchantId }, { token });
    expect((await found()).items[0]?.actor).toEqual({ kind: "partner", id: null, name: null });
  });

  it("lists the names of redacted values", async () => {
    const customer = { email: "jane@example.com", name: "Jane Doe" };
    await call(createRequest, { order, customer }, { token: tenant.token });
    const { items } = await found();
    const read = await readCall(ctx, { merchantId: tenant.merchantId, id: items[0]?.id ?? "" });
    expect(read.sent.body).toEqual({ order, customer: LEFT_OUT });
    expect(read.repeat).toEqual({ kind: "incomplete", leftOut: ["customer"] });
    const other = await newTenant();
    await expect(readCall(ctx, { merchantId: other.merchantId, id: read.id })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

it("a request with a field that had no effect can be repeated, because only that field is redacted", async () => {
  await call(createLink, { order: { ...order, reference: "x" } }, { token: tenant.token });
  const { items } = await found();
  const read = await readCall(ctx, { merchantId: tenant.merchantId, id: items[0]?.id ?? "" });
  expect([items[0]?.ignored, read.repeat]).toEqual([1, { kind: "ready" }]);
  expect(read.sent.ignored).toEqual([{ field: "order.reference", meant: "order.payment_reference" }]);
  expect(withoutLeftOut(read.sent.body)).toEqual({ order });
});

describe("a request from the Console", () => {
  const sent = (method: "GET" | "POST", address: string, body?: unknown, idempotencyKey?: string) =>
    callInProcess({
      caller: tester({ ...ctx.caller, actor: { kind: "user", id: newId(), attended: true } }, tenant.merchantId),
      ...{ ip: "203.0.113.9", method, address, body, idempotencyKey },
    });

  it("is always a test, follows the same rules, and is in the log at once", async () => {
    const body = { order: { ...order, test_transaction: false } };
    const made = await sent("POST", createLink.path, body, "again-1");
    const again = await sent("POST", createLink.path, body, "again-1");
    expect([made.status, again.status]).toEqual([200, 200]);
    expect(JSON.parse(again.body)).toEqual(JSON.parse(made.body));
    const { items } = await found();
    expect(items.map(({ replayed, test, requestId }) => [replayed, test, requestId])).toEqual([
      [true, true, again.requestId],
      [false, true, made.requestId],
    ]);
    expect(items[0]?.actor.kind).toBe("user");
    const wrong = await sent("POST", createLink.path, { order: { ...order, amount: 25.5 } });
    expect([wrong.status, JSON.parse(wrong.body).error.code]).toEqual([400, "VALIDATION_ERROR"]);
  });

  it("can't reach another merchant, and can't change live settings", async () => {
    const other = await newTenant();
    const theirs = await call(createRequest, { order }, { token: other.token });
    const address = `/api/v1/payment-requests/${theirs.data.payment_request_id}/status`;
    expect((await sent("GET", address)).status).toBe(404);
    const elsewhere = await sent("POST", createLink.path, { order, merchant_id: other.merchantId });
    expect([elsewhere.status, JSON.parse(elsewhere.body).error.code]).toEqual([404, "MERCHANT_NOT_FOUND"]);
    const url = { webhook_url: "https://93.184.215.14/hook" };
    expect((await sent("POST", "/api/v1/webhooks", url)).status).toBe(403);
    expect((await sent("POST", "/api/v1/webhooks/secret", {})).status).toBe(403);
  });

  it("starts no payment of another merchant and no live payment with a pasted token", async () => {
    const other = await newTenant();
    const theirs = await call(createRequest, { order }, { token: other.token });
    const own = await call(createRequest, { order }, { token: tenant.token });
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [own.data.payment_request_id]);
    for (const { data } of [theirs, own]) {
      const body = { payment_token: data.payment_token, bankId: newId() };
      const refused = await sent("POST", "/api/v1/embedded/payment-initiation", body);
      expect(JSON.parse(refused.body).error.code).toBe("PAYMENT_REQUEST_NOT_FOUND");
    }
    const test = await call(createRequest, { order }, { token: tenant.token });
    const body = { payment_token: test.data.payment_token, bankId: newId() };
    const known = await sent("POST", "/api/v1/embedded/payment-initiation", body);
    expect(JSON.parse(known.body).error.code).toBe("BANK_NOT_FOUND");
  });

  it("needs the same scope as a token", async () => {
    const reader = { ...ctx.caller, scopes: ["read"] } as const;
    const answer = await callInProcess({
      caller: tester(reader, tenant.merchantId),
      ...{ ip: null, method: "POST", address: createLink.path, body: { order } },
    });
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([403, "FORBIDDEN_CREATE"]);
  });
});

describe("the fields of an operation", () => {
  it("has a field for each documented parameter, and marks the required ones", () => {
    const fields = operationOf("createPaymentLink")?.variants[0]?.fields ?? [];
    const named = Object.fromEntries(fields.map((field) => [field.path.join("."), field]));
    expect(named["order.amount"]).toMatchObject({ kind: "integer", required: true });
    expect(named["order.order_id"]).toMatchObject({ kind: "text", required: false });
    expect(named["redirect_urls.success_url"]).toMatchObject({ required: false });
    expect(named["webhook_endpoints"]?.kind).toBe("list");
    expect(named["metadata"]?.kind).toBe("json");
    expect(named["order.test_transaction"]?.kind).toBe("boolean");
  });

  it("names the variants of a body by their required fields", () => {
    const variants = operationOf("initiatePayment")?.variants ?? [];
    expect(variants.map(({ name }) => name)).toEqual(["bankId", "customerBankAccountId"]);
    const [byBank] = variants.map(({ fields }) => fields.map(({ path }) => path.join(".")));
    expect(byBank).toContain("bankId");
    expect(byBank).not.toContain("customerBankAccountId");
  });

  it("has the placeholders of its path", () => {
    const { parameters = [] } = operationOf("getPaymentStatus") ?? {};
    expect(parameters).toMatchObject([{ in: "path", path: ["paymentRequestId"], required: true }]);
    const limit = operationOf("listPaymentLinks")?.parameters.find(({ path }) => path[0] === "limit");
    expect(limit).toMatchObject({ in: "query", kind: "integer", required: false });
  });
});
