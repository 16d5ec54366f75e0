import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCredential } from "../../server/access/create-credential";
import { disableCredential } from "../../server/access/disable-credential";
import { closeDb } from "../../server/lib/db";
import { moveClock, query } from "../../server/test/database";
import { ctx, newTenant, type Tenant } from "../../server/test/fixtures";
import { type BanksideOptions, createBankside } from "../src/index.js";
import { startApi } from "./api";
import { startFaultyProxy } from "./faulty-proxy";

const ORDER = { amount: 2550, currency: "EUR", payment_reference: "Order 3451", test_transaction: true };
const TOKEN = "/api/v1/oauth2/token";
const REFRESH = "/api/v1/oauth2/refresh";
const LINKS = "/api/v1/payment-links";

let api: Awaited<ReturnType<typeof startApi>>;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi();
  proxy = await startFaultyProxy(api.url);
});
beforeEach(async () => {
  proxy.sent.length = 0;
  tenant = await newTenant();
});
afterAll(async () => {
  await proxy.close();
  await api.close();
  await closeDb();
});

const bankside = (options: Partial<BanksideOptions> = {}) => {
  const { clientId, clientSecret } = tenant;
  return createBankside({ baseUrl: proxy.url, clientId, clientSecret, retry: { baseMs: 1 }, ...options });
};
const sentTo = (path: string) => proxy.sent.filter((one) => one.path.startsWith(path));
const paths = () => proxy.sent.map(({ path }) => path);
const linksMade = () =>
  query(async (client) => {
    const sql = "SELECT 1 FROM payment_links WHERE merchant_id = $1";
    return (await client.query(sql, [tenant.merchantId])).rowCount;
  });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    (value) => expect.unreachable(`answered ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
const unavailable = { status: 503, body: "<html>busy</html>", headers: { "retry-after": "0" } };
const envelope = (code: string) => JSON.stringify({ success: false, error: { code, message: "Planted." } });

describe("a call", () => {
  it("answers the data of the envelope", async () => {
    const link = await bankside().createPaymentLink({ order: ORDER });
    expect(link).toMatchObject({ status: "active", link_id: expect.any(String), expires_at: expect.any(String) });
  });

  it("puts what it is given into path, query or body, as the operation wants it", async () => {
    const client = bankside();
    const { payment_request_id } = await client.createPaymentRequest({ order: ORDER });
    const status = await client.getPaymentStatus({ paymentRequestId: payment_request_id });
    expect(status).toMatchObject({ status: "pending", amount: "2550", payment_request_id });
    const { banks } = await client.listTopBanks({ country: "PT", limit: 3 });
    expect(banks).toEqual([]);
    expect(paths().slice(-1)).toEqual(["/api/v1/banks/top?country=PT&limit=3"]);
  });

  it("fails with code, status, fields and request id, and the key that it was sent with", async () => {
    const order = { ...ORDER, amount: 25.5 };
    const error = await failureOf(bankside().createPaymentLink({ order }, { idempotencyKey: "k-1", requestId: "r-1" }));
    expect(error).toMatchObject({
      name: "BanksideError",
      code: "VALIDATION_ERROR",
      status: 400,
      requestId: "r-1",
      idempotencyKey: "k-1",
      metadata: { errors: [{ field: "order.amount" }] },
    });
  });

  it("fails with UNREADABLE_ANSWER for what is not the API's", async () => {
    proxy.plan("/api/v1/banks", { status: 200, body: "<html>Sign in to the hotel's network</html>" });
    proxy.plan("/api/v1/banks", { status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } });
    for (const status of [200, 302]) {
      const error = await failureOf(bankside().listTopBanks({ country: "PT" }));
      expect(error).toMatchObject({ code: "UNREADABLE_ANSWER", status });
    }
    expect(proxy.sent).toHaveLength(2);
  });
});

describe("tokens", () => {
  it("are asked for once, however many calls begin at the same time", async () => {
    const client = bankside();
    await Promise.all(Array.from({ length: 20 }, () => client.createPaymentLink({ order: ORDER })));
    expect([sentTo(TOKEN).length, sentTo(LINKS).length, await linksMade()]).toEqual([1, 20, 20]);
  });

  it("are not asked for where none is needed", async () => {
    await bankside().listTopBanks({ country: "PT" });
    expect(paths()).toEqual(["/api/v1/banks/top?country=PT"]);
  });

  it("are renewed by the refresh token before their end, once for all calls", async () => {
    let nowMs = 0;
    const client = bankside({ nowMs: () => nowMs });
    await client.createPaymentLink({ order: ORDER });
    nowMs = 839_000;
    await client.createPaymentLink({ order: ORDER });
    nowMs = 841_000;
    await Promise.all([client.createPaymentLink({ order: ORDER }), client.createPaymentLink({ order: ORDER })]);
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, LINKS, LINKS]);
  });

  it("begin anew with the credentials when the refresh token is no more", async () => {
    let nowMs = 0;
    const client = bankside({ nowMs: () => nowMs });
    await client.createPaymentLink({ order: ORDER });
    await moveClock("25 hours");
    nowMs = 25 * 3_600_000;
    await client.createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, LINKS, REFRESH, TOKEN, LINKS]);
  });

  it("that the API refuses are renewed, and the call is sent once more", async () => {
    const client = bankside();
    await client.createPaymentLink({ order: ORDER });
    await moveClock("901 seconds");
    await client.createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, LINKS]);
    expect(new Set(sentTo(LINKS).map(({ token }) => token)).size).toBe(2);
    expect(await linksMade()).toBe(2);
  });

  it("that are refused again are not renewed for ever", async () => {
    const refusal = { status: 401, body: envelope("INVALID_TOKEN") };
    proxy.plan(LINKS, refusal, refusal);
    expect(await failureOf(bankside().createPaymentLink({ order: ORDER }))).toMatchObject({ code: "INVALID_TOKEN" });
    expect(paths()).toEqual([TOKEN, LINKS, REFRESH, LINKS]);
  });

  it("are not asked for again with credentials that are wrong", async () => {
    const client = bankside({ clientSecret: "csec_wrong" });
    const errors = await Promise.all([1, 2].map(() => failureOf(client.createPaymentLink({ order: ORDER }))));
    expect(errors).toMatchObject([{ code: "UNAUTHORIZED" }, { code: "UNAUTHORIZED" }]);
    expect(paths()).toEqual([TOKEN]);
  });

  it("of a disabled credential end in the API's own word", async () => {
    const credential = await createCredential(ctx, { name: "Doomed", owner: { merchantId: tenant.merchantId } });
    const client = bankside({ clientId: credential.client_id, clientSecret: credential.client_secret });
    await client.createPaymentLink({ order: ORDER });
    await disableCredential(ctx, { id: credential.client_id });
    await moveClock("901 seconds");
    expect(await failureOf(client.createPaymentLink({ order: ORDER }))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, TOKEN]);
  });

  it("outlive the call that asked for them", async () => {
    const client = bankside();
    const control = new AbortController();
    const given = client.createPaymentLink({ order: ORDER }, { signal: control.signal });
    const kept = client.createPaymentLink({ order: ORDER });
    control.abort();
    expect(await failureOf(given)).toMatchObject({ name: "AbortError" });
    expect(await kept).toMatchObject({ status: "active" });
    expect([sentTo(TOKEN).length, await linksMade()]).toEqual([1, 1]);
  });
});

describe("a creation whose answer is lost", () => {
  it.each(["lost_before", "lost_after", "lost_halfway"] as const)("has one effect: %s", async (fault) => {
    proxy.plan(LINKS, fault, fault);
    const link = await bankside().createPaymentLink({ order: ORDER });
    const tries = sentTo(LINKS);
    expect([tries.length, new Set(tries.map(({ key }) => key)).size, await linksMade()]).toEqual([3, 1, 1]);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    expect(link.status).toBe("active");
  });

  it("twin: sent again with another key, it has two", async () => {
    for (const idempotencyKey of ["a", "b"]) await bankside().createPaymentLink({ order: ORDER }, { idempotencyKey });
    expect(await linksMade()).toBe(2);
  });

  it("ends with the key by which the caller finds out later what became of it", async () => {
    proxy.plan(LINKS, "lost_after", "lost_after");
    const client = bankside({ retry: { attempts: 2, baseMs: 1 } });
    const error = await failureOf(client.createPaymentLink({ order: ORDER }));
    const { idempotencyKey } = error as { idempotencyKey: string };
    expect(error).toMatchObject({ code: "NETWORK_ERROR", status: 0, idempotencyKey: expect.any(String) });
    await client.createPaymentLink({ order: ORDER }, { idempotencyKey });
    expect([sentTo(LINKS).length, await linksMade()]).toEqual([3, 1]);
  });
});

describe("tries again", () => {
  it.each([
    [409, envelope("IDEMPOTENT_REQUEST_IN_PROGRESS")],
    [503, envelope("IDEMPOTENCY_STORE_UNAVAILABLE")],
    [503, "<html>busy</html>"],
    [500, envelope("INTERNAL_SERVER_ERROR")],
  ])("%i, with the same key: %s", async (status, body) => {
    proxy.plan(LINKS, { status, body, headers: { "retry-after": "0" } });
    await bankside().createPaymentLink({ order: ORDER }, { idempotencyKey: "order-3451" });
    expect(sentTo(LINKS).map(({ key }) => key)).toEqual(["order-3451", "order-3451"]);
    expect(await linksMade()).toBe(1);
  });

  it("so often and no more, and then says what the API said", async () => {
    proxy.plan(LINKS, ...Array(9).fill({ status: 503, body: envelope("SERVICE_UNAVAILABLE") }));
    const error = await failureOf(bankside({ retry: { attempts: 3, baseMs: 1 } }).createPaymentLink({ order: ORDER }));
    expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
    expect(sentTo(LINKS)).toHaveLength(3);
    proxy.forget();
  });

  it("not where Retry-After asks for more than a caller should be kept", async () => {
    proxy.plan(LINKS, { ...unavailable, headers: { "retry-after": "3600" } });
    expect(await failureOf(bankside().createPaymentLink({ order: ORDER }))).toMatchObject({ status: 503 });
    expect(sentTo(LINKS)).toHaveLength(1);
  });

  it("not once the caller has given up", async () => {
    const control = new AbortController();
    proxy.plan(LINKS, unavailable);
    const work = bankside({ retry: { baseMs: 60_000, maxMs: 60_000 } }).createPaymentLink(
      { order: ORDER },
      { signal: control.signal },
    );
    await expect.poll(() => sentTo(LINKS).length).toBe(1);
    control.abort(new Error("enough"));
    expect(await failureOf(work)).toMatchObject({ message: "enough" });
    expect(sentTo(LINKS)).toHaveLength(1);
  });

  it("a token request too, whichever way it fails", async () => {
    proxy.plan(TOKEN, "lost_after", unavailable);
    await bankside().createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, TOKEN, TOKEN, LINKS]);
  });

  it("a read, and what comes to the same end, when the connection fails", async () => {
    const client = bankside();
    const { payment_request_id } = await client.createPaymentRequest({ order: ORDER });
    proxy.plan("/api/v1/payment-requests", "lost_after");
    proxy.plan("/api/v1/webhooks/secret", "lost_after");
    proxy.plan("/api/v1/embedded/payment-initiation", "lost_before");
    await client.getPaymentStatus({ paymentRequestId: payment_request_id });
    const { webhook_secret } = await client.generateWebhookSecret();
    expect(webhook_secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    const payment_token = `ptok_${"A".repeat(43)}`;
    const bankId = "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176";
    const error = await failureOf(client.initiatePayment({ payment_token, bankId, paymentScheme: null }));
    expect(error).toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
    const counts = ["/api/v1/payment-requests/", "/api/v1/webhooks/secret", "/api/v1/embedded/payment-initiation"];
    expect(counts.map((path) => sentTo(path).length)).toEqual([2, 2, 2]);
  });
});

describe("never tries again", () => {
  it.each([400, 401, 403, 404, 405, 410, 413, 415, 422, 429, 502, 504])("%i", async (status) => {
    const body = envelope("FORBIDDEN");
    proxy.plan(LINKS, { status, body, headers: { "retry-after": "0" } });
    expect(await failureOf(bankside().createPaymentLink({ order: ORDER }))).toMatchObject({ status });
    expect(sentTo(LINKS)).toHaveLength(1);
  });
});
