import { describe, expect, it } from "vitest";
import { until } from "../../server/test/until";
import { BanksideError } from "../src/index.js";
import { envelope, failureOf, LINKS, ORDER, REFRESH, stageOfEachTest, TOKEN } from "./stage";

const { bankside, plan, sentTo, paths, linksMade } = stageOfEachTest();
const unavailable = { status: 503, body: "<html>busy</html>", headers: { "retry-after": "0" } };

describe("a call", () => {
  it("returns the data of the envelope", async () => {
    const link = await bankside().createPaymentLink({ order: ORDER });
    expect(link).toMatchObject({ status: "active", link_id: expect.any(String), expires_at: expect.any(String) });
  });

  it("has cache no-store, and so has its token request: a page that shows its result is not prerendered", async () => {
    const sent: [string, RequestCache][] = [];
    const noted = (request: Request, init?: RequestInit) => {
      sent.push([new URL(request.url).pathname, request.cache]);
      return fetch(request, init);
    };
    await bankside({ fetch: noted as typeof fetch }).createPaymentLink({ order: ORDER });
    expect(sent).toEqual([
      [TOKEN, "no-store"],
      [LINKS, "no-store"],
    ]);
  });

  it("puts its input into path, query or body, as the operation requires", async () => {
    const client = bankside();
    const { payment_request_id } = await client.createPaymentRequest({ order: ORDER });
    const status = await client.getPaymentStatus({ paymentRequestId: payment_request_id });
    expect(status).toMatchObject({ status: "pending", amount: "2550", payment_request_id });
    const { banks } = await client.listTopBanks({ country: "PT", limit: 3 });
    expect(banks).toEqual([]);
    expect(paths().slice(-1)).toEqual(["/api/v1/banks/top?country=PT&limit=3"]);
  });

  it("fails with code, status, fields, request id and its idempotency key", async () => {
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

  it("fails with UNREADABLE_ANSWER for a response that is not the API's", async () => {
    plan("/api/v1/banks", { status: 200, body: "<html>Sign in to the hotel's network</html>" });
    plan("/api/v1/banks", { status: 302, body: "", headers: { location: "http://127.0.0.1:9/" } });
    for (const status of [204, 304]) plan("/api/v1/banks", { status, body: "" });
    for (const status of [200, 302, 204, 304]) {
      const error = await failureOf(bankside().listTopBanks({ country: "PT" }));
      expect(error).toMatchObject({ code: "UNREADABLE_ANSWER", status });
    }
    expect(sentTo()).toHaveLength(4);
  });
});

describe("a call that cannot be sent", () => {
  it.each([
    ["a line break in a key", { idempotencyKey: "a\nb" }],
    ["an empty key, which would be none", { idempotencyKey: "" }],
    ["a key whose end a header loses", { idempotencyKey: "order-3451 " }],
    ["a letter that no header carries", { idempotencyKey: "café ☕" }],
    ["a line break in a request id", { requestId: "a\nb" }],
  ])("is rejected with a BanksideError, and nothing is sent: %s", async (_, options) => {
    const error = await failureOf(bankside().createPaymentLink({ order: ORDER }, options));
    expect(error).toBeInstanceOf(BanksideError);
    const name = Object.keys(options)[0];
    expect(error).toMatchObject({
      code: "INVALID_OPTION",
      status: 0,
      message: expect.stringContaining(`${name} must`),
    });
    expect(sentTo()).toEqual([]);
  });
});

describe("a time limit", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1.5, 2 ** 31])(
    "that is no time is rejected at once: %d",
    (timeoutMs) => {
      const expected = { code: "INVALID_OPTION", message: "timeoutMs must be a whole number from 1 to 2147483647." };
      expect(() => bankside({ timeoutMs })).toThrow(expect.objectContaining(expected));
    },
  );

  it("control: of 2147483647 ms is accepted, and ends no call at once", async () => {
    const link = await bankside({ timeoutMs: 2 ** 31 - 1 }).createPaymentLink({ order: ORDER });
    expect(link.status).toBe("active");
  });
});

describe("a creation whose response is lost", () => {
  it.each(["lost_before", "lost_after", "lost_halfway"] as const)("has one effect: %s", async (fault) => {
    plan(LINKS, fault, fault);
    const link = await bankside().createPaymentLink({ order: ORDER });
    const tries = sentTo(LINKS);
    expect([tries.length, new Set(tries.map(({ key }) => key)).size, await linksMade()]).toEqual([3, 1, 1]);
    expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    expect(link.status).toBe("active");
  });

  it("control: repeated with another key, has two effects", async () => {
    for (const idempotencyKey of ["a", "b"]) await bankside().createPaymentLink({ order: ORDER }, { idempotencyKey });
    expect(await linksMade()).toBe(2);
  });

  it("is rejected with its key, and repeated with it creates nothing more", async () => {
    plan(LINKS, "lost_after", "lost_after");
    const client = bankside({ retry: { attempts: 2, baseMs: 1 } });
    const error = await failureOf(client.createPaymentLink({ order: ORDER }));
    const { idempotencyKey } = error as { idempotencyKey: string };
    expect(error).toMatchObject({ code: "NETWORK_ERROR", status: 0, idempotencyKey: expect.any(String) });
    await client.createPaymentLink({ order: ORDER }, { idempotencyKey });
    expect([sentTo(LINKS).length, await linksMade()]).toEqual([3, 1]);
  });
});

describe("a creation whose token fails after a first attempt", () => {
  const refused = (code: string) => ({ status: 401, body: envelope(code) });

  it("is rejected with its key when the token request has no response, and repeated creates nothing more", async () => {
    // The token of the call before is due for renewal once the first attempt is sent.
    const nowMs = () => (sentTo(LINKS).length < 2 ? 0 : 841_000);
    const client = bankside({ nowMs, retry: { attempts: 2, baseMs: 1 } });
    await client.createPaymentLink({ order: ORDER });
    plan(LINKS, "lost_after");
    plan(REFRESH, "lost_before", "lost_before");
    plan(TOKEN, "lost_before", "lost_before");
    const error = await failureOf(client.createPaymentLink({ order: ORDER }));
    const { idempotencyKey } = error as { idempotencyKey: string };
    expect(error).toMatchObject({ code: "NETWORK_ERROR", idempotencyKey: expect.any(String) });
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH, REFRESH, TOKEN, TOKEN]);
    expect(await linksMade()).toBe(2);
    await client.createPaymentLink({ order: ORDER }, { idempotencyKey });
    expect(await linksMade()).toBe(2);
  });

  it("is rejected with its key when the credentials are refused", async () => {
    plan(LINKS, { status: 500, body: envelope("INTERNAL_SERVER_ERROR") }, refused("INVALID_TOKEN"));
    plan(REFRESH, refused("UNAUTHORIZED"));
    const error = await failureOf(bankside().createPaymentLink({ order: ORDER }));
    expect(error).toMatchObject({ code: "UNAUTHORIZED", status: 401, message: "Injected failure." });
    expect(error).toMatchObject({ idempotencyKey: sentTo(LINKS)[0]?.key });
    expect(paths()).toEqual([TOKEN, LINKS, LINKS, REFRESH]);
  });
});

describe("a failed call", () => {
  it.each([
    [409, envelope("IDEMPOTENT_REQUEST_IN_PROGRESS")],
    [503, envelope("IDEMPOTENCY_STORE_UNAVAILABLE")],
    [503, "<html>busy</html>"],
    [500, envelope("INTERNAL_SERVER_ERROR")],
    [502, "<html>no upstream</html>"],
    [504, ""],
  ])("with %i is retried with the same key: %s", async (status, body) => {
    plan(LINKS, { status, body, headers: { "retry-after": "0" } });
    await bankside().createPaymentLink({ order: ORDER }, { idempotencyKey: "order-3451" });
    expect(sentTo(LINKS).map(({ key }) => key)).toEqual(["order-3451", "order-3451"]);
    expect(await linksMade()).toBe(1);
  });

  it("is rejected with the API's error after the last attempt", async () => {
    plan(LINKS, ...Array(9).fill({ status: 503, body: envelope("SERVICE_UNAVAILABLE") }));
    const error = await failureOf(bankside({ retry: { attempts: 3, baseMs: 1 } }).createPaymentLink({ order: ORDER }));
    expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE", status: 503 });
    expect(sentTo(LINKS)).toHaveLength(3);
  });

  it("is not retried when Retry-After is longer than the longest wait", async () => {
    plan(LINKS, { ...unavailable, headers: { "retry-after": "3600" } });
    expect(await failureOf(bankside().createPaymentLink({ order: ORDER }))).toMatchObject({ status: 503 });
    expect(sentTo(LINKS)).toHaveLength(1);
  });

  it("is not retried after the caller has aborted it", async () => {
    const control = new AbortController();
    plan(LINKS, unavailable);
    const work = bankside({ retry: { baseMs: 60_000, maxMs: 60_000 } }).createPaymentLink(
      { order: ORDER },
      { signal: control.signal },
    );
    await until(() => sentTo(LINKS).length === 1);
    control.abort(new Error("enough"));
    expect(await failureOf(work)).toMatchObject({ message: "enough" });
    expect(sentTo(LINKS)).toHaveLength(1);
  });

  it("is retried if it is a token request, without a response and with a 503", async () => {
    plan(TOKEN, "lost_after", unavailable);
    await bankside().createPaymentLink({ order: ORDER });
    expect(paths()).toEqual([TOKEN, TOKEN, TOKEN, LINKS]);
  });

  it("without a response is retried if it is a read or has the same result each time", async () => {
    const client = bankside();
    const { payment_request_id } = await client.createPaymentRequest({ order: ORDER });
    plan("/api/v1/payment-requests", "lost_after");
    plan("/api/v1/webhooks/secret/revoke", "lost_after");
    plan("/api/v1/embedded/payment-initiation", "lost_before");
    await client.getPaymentStatus({ paymentRequestId: payment_request_id });
    await client.revokeWebhookSecret();
    const payment_token = `ptok_${"A".repeat(43)}`;
    const bankId = "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176";
    const error = await failureOf(client.initiatePayment({ payment_token, bankId, paymentScheme: null }));
    expect(error).toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
    const counts = [
      "/api/v1/payment-requests/",
      "/api/v1/webhooks/secret/revoke",
      "/api/v1/embedded/payment-initiation",
    ];
    expect(counts.map((path) => sentTo(path).length)).toEqual([2, 2, 2]);
  });

  it("without a response is not retried if it replaces the signing secret, which each call does", async () => {
    plan("/api/v1/webhooks/secret", "lost_after", { status: 502, body: "<html>no upstream</html>" });
    expect(await failureOf(bankside().generateWebhookSecret())).toMatchObject({ code: "NETWORK_ERROR" });
    expect(await failureOf(bankside().generateWebhookSecret())).toMatchObject({ code: "UNREADABLE_ANSWER" });
    expect(sentTo("/api/v1/webhooks/secret")).toHaveLength(2);
  });
});

describe("a failed call is not retried", () => {
  it.each([400, 401, 403, 404, 405, 410, 413, 415, 422, 429, 502, 504])("with %i", async (status) => {
    const body = envelope("FORBIDDEN");
    plan(LINKS, { status, body, headers: { "retry-after": "0" } });
    expect(await failureOf(bankside().createPaymentLink({ order: ORDER }))).toMatchObject({ status });
    expect(sentTo(LINKS)).toHaveLength(1);
  });
});
