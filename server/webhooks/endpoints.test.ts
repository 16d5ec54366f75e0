import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCredential } from "../access/create-credential";
import { issueToken } from "../access/issue-token";
import { handleApi } from "../http/handler";
import { PUBLIC_CALLER, systemCtx } from "../lib/context";
import { closeDb } from "../lib/db";
import { newId } from "../lib/ids";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:3001");
const system = systemCtx("test");
const WEBHOOKS = "/api/v1/webhooks";
const SECRET = "/api/v1/webhooks/secret";
const URL_ALLOWED = "http://127.0.0.1:3001/hook";

type Owner = Parameters<typeof createCredential>[1]["owner"];
type Limits = Pick<Parameters<typeof createCredential>[1], "scopes" | "testOnly">;

async function tokenOf(owner: Owner, limits: Limits = {}): Promise<string> {
  const credential = await createCredential(system, { name: "test", owner, ...limits });
  return (await issueToken({ caller: PUBLIC_CALLER, requestId: "test", ip: null }, credential)).access_token;
}

async function post(path: string, token: string | null, body: unknown) {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token !== null) headers["Authorization"] = `Bearer ${token}`;
  const request = new Request(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  const response = await handleApi(request, { remoteAddress: null, strict: true });
  return { status: response.status, json: await response.json() };
}

const failure = (status: number, code: string) => ({ status, json: { success: false, error: { code } } });

let merchantId = "";
let foreignId = "";
let merchant = "";
let partner = "";
let admin = "";

beforeAll(async () => {
  const { id: partnerId } = await createPartner(system, { name: "Partner" });
  merchantId = (await createMerchant(system, { brandName: "Acme", partnerId })).id;
  foreignId = (await createMerchant(system, { brandName: "Other" })).id;
  merchant = await tokenOf({ merchantId });
  partner = await tokenOf({ partnerId });
  admin = await tokenOf("admin");
});
afterAll(closeDb);

describe("POST /webhooks", () => {
  it("200 with the URL and a message, for a merchant, its partner and an admin", async () => {
    const expected = {
      status: 200,
      json: { success: true, data: { webhook_url: URL_ALLOWED, message: expect.any(String) } },
    };
    expect(await post(WEBHOOKS, merchant, { webhook_url: URL_ALLOWED })).toEqual(expected);
    expect(await post(WEBHOOKS, merchant, { webhook_url: URL_ALLOWED, merchant_id: merchantId })).toEqual(expected);
    expect(await post(WEBHOOKS, partner, { webhook_url: URL_ALLOWED, merchant_id: merchantId })).toEqual(expected);
    expect(await post(WEBHOOKS, admin, { webhook_url: URL_ALLOWED, merchant_id: foreignId })).toEqual(expected);
  });

  it.each(["http://127.0.0.1:3000/", "http://169.254.169.254/", "javascript:alert(1)", "x".repeat(2049), "", 7, null])(
    "400 VALIDATION_ERROR on webhook_url for %j",
    async (url) => {
      const answer = await post(WEBHOOKS, merchant, { webhook_url: url });
      expect(answer).toMatchObject(failure(400, "VALIDATION_ERROR"));
      expect(answer.json.error.metadata.errors).toMatchObject([{ field: "webhook_url" }]);
    },
  );
});

describe("POST /webhooks/secret", () => {
  it("200 with a new secret, with and without a merchant_id", async () => {
    const first = await post(SECRET, merchant, {});
    const second = await post(SECRET, partner, { merchant_id: merchantId });
    for (const answer of [first, second]) {
      expect(answer).toMatchObject({
        status: 200,
        json: { success: true, data: { webhook_secret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) } },
      });
    }
    expect(first.json.data.webhook_secret).not.toBe(second.json.data.webhook_secret);
  });
});

describe.each([
  ["POST /webhooks", WEBHOOKS, { webhook_url: URL_ALLOWED }],
  ["POST /webhooks/secret", SECRET, {}],
])("%s refuses", (_, path, body) => {
  it("401 NO_TOKEN and INVALID_TOKEN", async () => {
    expect(await post(path, null, body)).toMatchObject(failure(401, "NO_TOKEN"));
    expect(await post(path, "atok_unknown", body)).toMatchObject(failure(401, "INVALID_TOKEN"));
  });

  it("403 FORBIDDEN for a credential of another scope, and for one of tests alone", async () => {
    expect(await post(path, await tokenOf({ merchantId }, { scopes: ["payments"] }), body)).toMatchObject(
      failure(403, "FORBIDDEN"),
    );
    expect(await post(path, await tokenOf({ merchantId }, { testOnly: true }), body)).toMatchObject(
      failure(403, "FORBIDDEN"),
    );
    expect(await post(path, await tokenOf({ merchantId }, { scopes: ["webhooks"] }), body)).toMatchObject({
      status: 200,
    });
  });

  it("400 MERCHANT_ID_REQUIRED for a partner and an admin that name none", async () => {
    expect(await post(path, partner, body)).toMatchObject(failure(400, "MERCHANT_ID_REQUIRED"));
    expect(await post(path, admin, body)).toMatchObject(failure(400, "MERCHANT_ID_REQUIRED"));
  });

  it("404 MERCHANT_NOT_FOUND for another's merchant and an unknown one alike", async () => {
    for (const token of [merchant, partner]) {
      const foreign = await post(path, token, { ...body, merchant_id: foreignId });
      const unknown = await post(path, token, { ...body, merchant_id: newId() });
      expect(foreign).toMatchObject(failure(404, "MERCHANT_NOT_FOUND"));
      expect(unknown).toEqual(foreign);
    }
  });

  it("400 VALIDATION_ERROR for a merchant_id that is no uuid", async () => {
    expect(await post(path, merchant, { ...body, merchant_id: "7" })).toMatchObject(failure(400, "VALIDATION_ERROR"));
  });
});
