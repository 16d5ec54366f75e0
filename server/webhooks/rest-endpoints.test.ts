import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDb } from "../lib/db";
import { byId, type Endpoint } from "../lib/endpoint";
import { newId } from "../lib/ids";
import { createMerchant } from "../merchants/create-merchant";
import { call, request } from "../test/client";
import { query } from "../test/database";
import { ctx, newPartner, newTenant, tokenFor } from "../test/rows/fixtures";
import { createEvent, runDue } from "../test/rows/webhook-events";
import { startReceiver } from "../test/webhooks/receiver";
import { webhookEndpoints } from "./rest-endpoints";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const setUrl = byId(webhookEndpoints, "setWebhookUrl");
const generate = byId(webhookEndpoints, "generateWebhookSecret");
const revoke = byId(webhookEndpoints, "revokeWebhookSecret");
const URL_ALLOWED = "http://127.0.0.1:3001/hook";

let merchantId = "";
let foreignId = "";
let merchant = "";
let partner = "";
let admin = "";

beforeAll(async () => {
  const owner = await newPartner();
  partner = owner.token;
  const tenant = await newTenant({ partnerId: owner.partnerId });
  merchantId = tenant.merchantId;
  merchant = tenant.token;
  foreignId = (await createMerchant(ctx, { brandName: "Other" })).id;
  admin = await tokenFor("admin");
});
afterAll(closeDb);

describe("POST /webhooks", () => {
  it("answers 200 with the URL and a message to a merchant, its partner and an admin", async () => {
    const body = { webhook_url: URL_ALLOWED };
    for (const [token, given] of [
      [merchant, body],
      [merchant, { ...body, merchant_id: merchantId }],
      [partner, { ...body, merchant_id: merchantId }],
      [admin, { ...body, merchant_id: foreignId }],
    ] as const) {
      const reply = await call(setUrl, given, { token });
      expect([reply.status, reply.data]).toEqual([200, { ...body, message: expect.any(String) }]);
    }
  });

  it("answers 200 to 2048 characters and to a name that does not resolve", async () => {
    const long = `https://not-there.example.com/${"x".repeat(2018)}`;
    expect(long).toHaveLength(2048);
    expect((await call(setUrl, { webhook_url: long }, { token: merchant })).data.webhook_url).toBe(long);
  });

  it.each([
    "http://10.0.0.1/",
    "http://[::1]/",
    "http://2130706433/",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost/",
    "https://user:word@shop.example.com/",
    "javascript:alert(1)",
    "shop.example.com/hook",
    `https://shop.example.com/${"x".repeat(2024)}`,
    "",
    7,
    null,
    ["https://shop.example.com/"],
    undefined,
  ])("answers 400 VALIDATION_ERROR on webhook_url to %j and keeps the previous URL", async (url) => {
    await call(setUrl, { webhook_url: URL_ALLOWED }, { token: merchant });
    const { status, error } = await call(setUrl, { webhook_url: url }, { token: merchant });
    expect([status, error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(error.metadata?.errors).toEqual([{ field: "webhook_url", message: expect.any(String) }]);
    const sql = "SELECT url FROM webhook_defaults WHERE merchant_id = $1";
    expect((await query(sql, [merchantId])).rows).toEqual([{ url: URL_ALLOWED }]);
  });
});

describe("POST /webhooks/secret", () => {
  it("answers 200 with a new secret, with and without merchant_id", async () => {
    const replies = [
      await call(generate, {}, { token: merchant }),
      await call(generate, undefined, { token: merchant }),
      await call(generate, { merchant_id: merchantId }, { token: partner }),
    ];
    for (const { status, data } of replies) {
      expect([status, data]).toEqual([200, { webhook_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) }]);
    }
    expect(new Set(replies.map(({ data }) => data.webhook_secret)).size).toBe(3);
  });

  it("is never replayed: the same Idempotency-Key creates another secret", async () => {
    const again = () => call(generate, {}, { token: merchant, headers: { "idempotency-key": "secret-1" } });
    const [first, second] = [await again(), await again()];
    expect(first.data.webhook_secret).not.toBe(second.data.webhook_secret);
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    const { rows } = await query("SELECT 1 FROM idempotency_keys");
    expect(rows).toEqual([]);
  });
});

describe("POST /webhooks/secret/revoke", () => {
  it("answers 200, also without a secret; deliveries are then unsigned until there is a new one", async () => {
    const shop = await startReceiver((response) => response.end());
    const tenant = await newTenant();
    const { token } = tenant;
    const signed: boolean[] = [];
    const tell = async () => {
      await createEvent(tenant.merchantId);
      await runDue();
      signed.push(shop.received.at(-1)?.headers["x-signature"] !== undefined);
    };
    expect((await call(revoke, undefined, { token })).data).toEqual({ message: expect.any(String) });
    await call(setUrl, { webhook_url: shop.url }, { token });
    await call(generate, {}, { token });
    await tell();
    expect((await call(revoke, {}, { token })).data).toEqual({ message: expect.any(String) });
    await tell();
    expect((await call(revoke, {}, { token })).status).toBe(200);
    await call(generate, {}, { token });
    await tell();
    shop.close();
    expect(signed).toEqual([true, false, true]);
  });

  it("leaves other merchants' secrets, with one audit entry per revoked secret", async () => {
    const [mine, other] = [await newTenant(), await newTenant()];
    for (const { token } of [mine, other]) await call(generate, {}, { token });
    await call(revoke, {}, { token: mine.token });
    await call(revoke, {}, { token: mine.token });
    const count = async (sql: string) => (await query(sql, [mine.merchantId])).rowCount;
    expect(await count("SELECT 1 FROM webhook_defaults WHERE merchant_id = $1 AND secret_sealed IS NOT NULL")).toBe(0);
    expect(
      await count("SELECT 1 FROM audit_entries WHERE merchant_id = $1 AND action = 'webhook_secret.revoked'"),
    ).toBe(1);
    const sql = "SELECT 1 FROM webhook_defaults WHERE merchant_id = $1 AND secret_sealed IS NOT NULL";
    expect((await query(sql, [other.merchantId])).rowCount).toBe(1);
  });
});

it("a suspended merchant can still set its webhook URL", async () => {
  const tenant = await newTenant();
  const sql = "UPDATE merchants SET suspended_at = app_now() WHERE id = $1";
  await query(sql, [tenant.merchantId]);
  expect((await call(setUrl, { webhook_url: URL_ALLOWED }, { token: tenant.token })).status).toBe(200);
  expect((await call(generate, {}, { token: tenant.token })).status).toBe(200);
  expect((await call(revoke, {}, { token: tenant.token })).status).toBe(200);
});

describe.each<[string, Endpoint, object]>([
  ["POST /webhooks", setUrl as unknown as Endpoint, { webhook_url: URL_ALLOWED }],
  ["POST /webhooks/secret", generate as unknown as Endpoint, {}],
  ["POST /webhooks/secret/revoke", revoke as unknown as Endpoint, {}],
])("%s refuses", (_, endpoint, body) => {
  const codeOf = async (token: string | null, given: object = body) => {
    const { status, error } = await call(endpoint, given, token === null ? {} : { token });
    return `${status} ${error.code}`;
  };

  it("a missing and an invalid token with 401 NO_TOKEN and INVALID_TOKEN", async () => {
    expect(await codeOf(null)).toBe("401 NO_TOKEN");
    expect(await codeOf("atok_unknown")).toBe("401 INVALID_TOKEN");
  });

  it("another scope with 403 FORBIDDEN_CREATE, test-only credentials with 403 FORBIDDEN", async () => {
    expect(await codeOf(await tokenFor({ merchantId }, { scopes: ["payments", "read"] }))).toBe("403 FORBIDDEN_CREATE");
    const refused = await call(endpoint, body, { token: await tokenFor({ merchantId }, { testOnly: true }) });
    expect([refused.status, refused.error.code]).toEqual([403, "FORBIDDEN"]);
    expect(refused.error.message).toContain("A test-only API key cannot change");
    const token = await tokenFor({ merchantId }, { scopes: ["webhooks"] });
    expect((await call(endpoint, body, { token })).status).toBe(200);
  });

  it("a partner and an admin without merchant_id with 400 MERCHANT_ID_REQUIRED", async () => {
    expect(await codeOf(partner)).toBe("400 MERCHANT_ID_REQUIRED");
    expect(await codeOf(admin)).toBe("400 MERCHANT_ID_REQUIRED");
  });

  it("another and an unknown merchant with the same bytes of 404 MERCHANT_NOT_FOUND", async () => {
    for (const token of [merchant, partner]) {
      const foreign = await call(endpoint, { ...body, merchant_id: foreignId }, { token });
      const unknown = await call(endpoint, { ...body, merchant_id: newId() }, { token });
      expect([foreign.status, foreign.error.code]).toEqual([404, "MERCHANT_NOT_FOUND"]);
      expect(unknown.text).toBe(foreign.text);
    }
    expect(await codeOf(admin, { ...body, merchant_id: newId() })).toBe("404 MERCHANT_NOT_FOUND");
  });

  it("a merchant_id that is no UUID with 400 VALIDATION_ERROR", async () => {
    const { error } = await call(endpoint, { ...body, merchant_id: "7" }, { token: merchant });
    expect(error).toMatchObject({ code: "VALIDATION_ERROR", metadata: { errors: [{ field: "merchant_id" }] } });
  });

  it("a body that is no JSON object with 400 INVALID_INPUT, another media type with 415", async () => {
    const send = (type: string, text: string) =>
      request("POST", endpoint.path, {
        headers: { authorization: `Bearer ${merchant}`, "content-type": type },
        body: text,
      });
    expect((await send("application/json", "{")).error.code).toBe("INVALID_INPUT");
    expect((await send("application/json", "[]")).error.code).toBe("INVALID_INPUT");
    expect((await send("text/plain", "{}")).error.code).toBe("UNSUPPORTED_MEDIA_TYPE");
  });
});
