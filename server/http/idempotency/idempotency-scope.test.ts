import { beforeEach, describe, expect, it } from "vitest";
import { issueToken } from "../../identity/tokens/issue-token";
import { createMerchant } from "../../merchants/create-merchant";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { ctx, newPartner, newTenant, type Tenant, tokenFor } from "../../test/rows/fixtures";
import { httpJobs } from "../jobs";

const order = { amount: 2550, currency: "EUR" };
let tenant: Tenant;

beforeEach(async () => {
  tenant = await newTenant();
});

const send = (token: string, key: string, body: object = { order }) =>
  call("createPaymentLink", body as { order: typeof order }, { token, headers: { "idempotency-key": key } });

const rows = async (sql: string, values: unknown[]) => (await query(sql, values)).rows;
const isReplay = (reply: { headers: Headers }) => reply.headers.get("idempotent-replayed") === "true";

describe("the Idempotency-Key header", () => {
  it.each([
    ["one character", "a", "a"],
    ["255 of them", "x".repeat(255), "x".repeat(255)],
    ["every printable one", " !#$%&'()*+,-./:;<=>?@[]^_`{|}~".trim(), "!#$%&'()*+,-./:;<=>?@[]^_`{|}~"],
    ["a quoted string", '"k-1"', "k-1"],
    ["a quoted string with escapes", '"a\\"b\\\\c"', 'a"b\\c'],
    ["a quote alone, which quotes nothing", '"', '"'],
    ["255 in quotes", `"${"x".repeat(255)}"`, "x".repeat(255)],
  ])("accepts %s", async (_what, given, stored) => {
    expect((await send(tenant.token, given)).status).toBe(200);
    const found = await rows("SELECT key FROM idempotency_keys WHERE merchant_id = $1", [tenant.merchantId]);
    expect(found).toEqual([{ key: stored }]);
  });

  it.each(["", '""', "x".repeat(256), `"${"x".repeat(256)}"`, "é", "a\tb"])("refuses %j", async (given) => {
    const reply = await send(tenant.token, given);
    expect([reply.status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.error.metadata?.errors?.map(({ field }) => field)).toEqual(["Idempotency-Key"]);
  });

  it("is validated before the body", async () => {
    const reply = await send(tenant.token, "", { order: "none" });
    expect(reply.error.metadata?.errors?.map(({ field }) => field)).toEqual(["Idempotency-Key"]);
  });
});

describe("the scope of a key is the request's merchant", () => {
  it("test-only and other client credentials do not share responses", async () => {
    const testOnly = await tokenFor({ merchantId: tenant.merchantId }, { testOnly: true });
    expect([(await send(tenant.token, "k1")).status, (await send(testOnly, "k2")).status]).toEqual([200, 200]);
    const replies = [await send(testOnly, "k1"), await send(tenant.token, "k2")];
    expect(replies.map(({ error }) => error.code)).toEqual(["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_REUSED"]);
    expect((await rows("SELECT 1 FROM payment_links WHERE merchant_id = $1", [tenant.merchantId])).length).toBe(2);
  });

  it("two merchants of a partner have separate keys; two callers of one merchant share keys", async () => {
    const { partnerId, token } = await newPartner();
    const owned = await Promise.all([1, 2].map((n) => createMerchant(ctx, { brandName: `Shop ${n}`, partnerId })));
    const bodies = owned.map(({ id }) => ({ order, merchant_id: id }));
    const [a, b] = [await send(token, "k1", bodies[0]), await send(token, "k1", bodies[1])];
    expect([a, b].map(isReplay)).toEqual([false, false]);
    expect(b.text).not.toBe(a.text);
    const colleague = await send(await tokenFor({ partnerId }), "k1", bodies[0]);
    expect([isReplay(colleague), colleague.text]).toEqual([true, a.text]);
    const own = await send(await tokenFor({ merchantId: owned[0]?.id }), "k1", bodies[0]);
    expect([isReplay(own), own.text]).toEqual([true, a.text]);
  });

  it("is not checked for another tenant's merchant", async () => {
    const other = await newTenant();
    await send(other.token, "k1");
    const reply = await send(tenant.token, "k1", { order, merchant_id: other.merchantId });
    expect([reply.status, reply.error.code]).toEqual([404, "MERCHANT_NOT_FOUND"]);
  });
});

describe("the same request", () => {
  const metadata = { a: "1", b: "2" };

  it("is recognised with object keys in another order, at any depth", async () => {
    const first = await send(tenant.token, "k1", { order, metadata });
    const turned = { metadata: { b: "2", a: "1" }, order: { currency: "EUR", amount: 2550 } };
    const second = await send(tenant.token, "k1", turned);
    expect([isReplay(second), second.text]).toEqual([true, first.text]);
  });

  it.each([
    ["another value, however deep", { order, metadata: { a: "1", b: "3" } }],
    ["another order of a list", { order, metadata, webhook_endpoints: [] }],
    ["a name more", { order, metadata, unknown: 1 }],
    ["a merchant that was not named", { order, metadata, merchant_id: "own" }],
  ])("differs with %s", async (_what, changed) => {
    await send(tenant.token, "k1", { order, metadata });
    const body = "merchant_id" in changed ? { ...changed, merchant_id: tenant.merchantId } : changed;
    const reply = await send(tenant.token, "k1", body);
    expect([reply.status, reply.error.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("at another endpoint is refused, and nothing is executed", async () => {
    await send(tenant.token, "k1");
    const headers = { "idempotency-key": "k1" };
    const reply = await call("createPaymentRequest", { order }, { token: tenant.token, headers });
    expect([reply.status, reply.error.code]).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await rows("SELECT 1 FROM payment_requests WHERE merchant_id = $1", [tenant.merchantId])).toEqual([]);
  });

  it("is replayed even if its merchant or link has changed since", async () => {
    const first = await send(tenant.token, "k1");
    await rows("UPDATE payment_links SET cancelled_at = app_now() WHERE merchant_id = $1", [tenant.merchantId]);
    await rows("UPDATE merchants SET suspended_at = app_now() WHERE id = $1", [tenant.merchantId]);
    const second = await send(tenant.token, "k1");
    expect([second.status, second.text]).toEqual([first.status, first.text]);
  });
});

describe("the lifetime of a key", () => {
  const later = async (interval: string) => {
    await moveClock(interval);
    const grant = { client_id: tenant.clientId, client_secret: tenant.clientSecret };
    return (await issueToken(ctx, grant)).access_token;
  };

  it("is 24 hours from the first request, not extended by a repeat", async () => {
    const first = await send(tenant.token, "k1");
    const soon = await send(await later("23 hours 59 minutes"), "k1");
    expect([isReplay(soon), soon.text]).toEqual([true, first.text]);
    const over = await send(await later("2 minutes"), "k1");
    expect([over.status, isReplay(over)]).toEqual([200, false]);
    const again = await send(await later("23 hours 59 minutes"), "k1");
    expect([isReplay(again), again.text]).toEqual([true, over.text]);
  });

  it("keeps the response encrypted and erases it afterwards", async () => {
    const { data, text } = await send(tenant.token, "k1");
    const sql = "SELECT body_sealed FROM idempotency_keys WHERE merchant_id = $1";
    const tidy = async () => {
      for (const job of httpJobs) for (const run of await job.claim(1)) await run();
      return (await rows(sql, [tenant.merchantId])).length;
    };
    const [stored] = (await rows(sql, [tenant.merchantId])) as Array<{ body_sealed: Buffer }>;
    expect(text).toContain(data.link_id);
    expect(stored?.body_sealed.toString("latin1")).not.toContain(data.link_id);
    await moveClock("23 hours 59 minutes");
    expect(await tidy()).toBe(1);
    await moveClock("2 minutes");
    expect(await tidy()).toBe(0);
  });
});
