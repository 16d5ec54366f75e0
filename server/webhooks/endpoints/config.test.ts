import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { env } from "../../lib/config/env";
import { type Caller, type Ctx, systemCtx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { generateWebhookSecret } from "../secrets/change-secrets";
import { readEndpoint } from "./read-endpoint";
import { setWebhookUrl } from "./set-webhook-url";

vi.stubEnv("DEMO", "0");
vi.stubEnv("BASE_URL", "https://pay.example.com");
vi.stubEnv("SMTP_URL", "smtp://mail.example.com:587");
vi.stubEnv("MAIL_FROM", "Bankside <no-reply@pay.example.com>");
const OPENED = newId();
vi.stubEnv(
  "WEBHOOK_ALLOW_CIDRS",
  ["127.0.0.1/32:3001", "[fd00::/8]:443", "10.0.0.0/8:8000-8099"].map((entry) => `${OPENED}=${entry}`).join(),
);
const system = systemCtx("test");
const URL_ALLOWED = "http://127.0.0.1:3001/hook";
let merchantId = "";
let merchant: Ctx;

function contextOf(caller: Partial<Extract<Caller, { kind: "merchant" }>> = {}): Ctx {
  const actor = { kind: "credential", id: newId() } as const;
  return {
    caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false, ...caller },
    requestId: "test",
    ip: null,
  };
}

beforeEach(async () => {
  merchantId = (await createMerchant(system, { brandName: "Acme" })).id;
  // The operator allows the networks for the merchant of this test.
  for (const network of env().webhookAllow) Object.assign(network, { merchantId });
  merchant = contextOf();
});
afterAll(closeDb);

const auditOf = async (action: string) => {
  const sql = `SELECT actor_kind, detail, before, after FROM audit_entries
      WHERE action = $1 AND merchant_id = $2 ORDER BY at, id`;
  return (await query(sql, [action, merchantId])).rows;
};

describe("the default webhook URL", () => {
  it("is saved and shown, and audited with its host only", async () => {
    const url = `${URL_ALLOWED}?key=private`;
    expect(await setWebhookUrl(merchant, { webhook_url: url })).toMatchObject({
      webhook_url: url,
      message: expect.any(String),
    });
    expect(await readEndpoint(merchant, { name: null })).toMatchObject({ url, signed: false, secret: null });
    await setWebhookUrl(merchant, { webhook_url: `${URL_ALLOWED}/other?key=secret` });
    const detail = { host: "127.0.0.1:3001" };
    expect(await auditOf("webhook_url.set")).toEqual([
      { actor_kind: "credential", detail, before: { host: null }, after: detail },
      { actor_kind: "credential", detail, before: detail, after: detail },
    ]);
  });

  it.each([
    "http://127.0.0.1:3000/",
    "http://169.254.169.254/",
    "http://localhost:3001/",
    "ftp://shop.example.com/",
    "",
  ])("is refused with VALIDATION_ERROR on webhook_url for %j, unchanged", async (url) => {
    await setWebhookUrl(merchant, { webhook_url: URL_ALLOWED });
    await expect(setWebhookUrl(merchant, { webhook_url: url })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field: "webhook_url", message: expect.any(String) }] },
    });
    expect((await readEndpoint(merchant, { name: null })).url).toBe(URL_ALLOWED);
  });

  it("is MERCHANT_NOT_FOUND for another merchant, MERCHANT_ID_REQUIRED for an admin without merchant_id", async () => {
    const other = await createMerchant(system, { brandName: "Other" });
    const input = { webhook_url: URL_ALLOWED };
    await expect(setWebhookUrl(merchant, { ...input, merchant_id: other.id })).rejects.toMatchObject({
      code: "MERCHANT_NOT_FOUND",
    });
    await expect(setWebhookUrl(system, input)).rejects.toMatchObject({ code: "MERCHANT_ID_REQUIRED" });
    await setWebhookUrl(system, { webhook_url: "https://93.184.215.14/hook", merchant_id: other.id });
    expect((await readEndpoint(merchant, { name: null })).url).toBeNull();
  });

  it("is FORBIDDEN for test-only credentials", async () => {
    const testOnly = contextOf({ testOnly: true });
    await expect(setWebhookUrl(testOnly, { webhook_url: URL_ALLOWED })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(generateWebhookSecret(testOnly, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("the signing secret", () => {
  it("is whsec_ and 64 hex digits, new each time, stored sealed, and absent from the audit log", async () => {
    const { webhook_secret: first } = await generateWebhookSecret(merchant, {});
    const { webhook_secret: second } = await generateWebhookSecret(merchant, {});
    expect(first).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(second).not.toBe(first);
    const config = await readEndpoint(merchant, { name: null });
    expect(config).toMatchObject({ signed: true, secret: { hint: second.slice(-4), since: expect.any(Date) } });
    expect(JSON.stringify(config)).not.toContain("whsec_");
    const sql = "SELECT secret_sealed FROM webhook_defaults WHERE merchant_id = $1";
    const [row] = (await query(sql, [merchantId])).rows;
    expect(String(row.secret_sealed)).not.toContain(second.slice("whsec_".length));
    const audited = await auditOf("webhook_secret.generated");
    expect(audited).toHaveLength(2);
    expect(JSON.stringify(audited)).not.toContain("whsec_");
  });
});

it("the networks that the operator allows are listed as configured", async () => {
  const { policy } = await readEndpoint(merchant, { name: null });
  expect(policy.allowedNetworks).toEqual(["127.0.0.1/32:3001", "[fd00::/8]:443", "10.0.0.0/8:8000-8099"]);
});
