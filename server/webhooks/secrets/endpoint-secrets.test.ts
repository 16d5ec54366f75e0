import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, runDue } from "../../test/rows/webhook-events";
import { startReceiver } from "../../test/webhooks/receiver";
import { signature } from "../delivery/signature";
import { createEndpoint } from "../endpoints/create-endpoint";
import { readEndpoint } from "../endpoints/read-endpoint";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import {
  activateSecret,
  discardPreparedSecret,
  generateWebhookSecret,
  prepareSecret,
  revokeWebhookSecret,
  rotateEndpointSecret,
} from "./change-secrets";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:1-65535");
const SECRET = /^whsec_[0-9a-f]{64}$/;
const shop = await startReceiver((response) => response.end());
let merchantId = "";
let first = "";

beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  await setWebhookUrl(ctx, { merchant_id: merchantId, webhook_url: shop.url });
});
afterAll(async () => {
  shop.close();
  await closeDb();
});

/** A named endpoint and the default URL, with their differences. */
const kinds = [
  {
    kind: "a named endpoint",
    name: "acme-prod" as string | null,
    begin: () => createEndpoint(ctx, { merchantId, name: "acme-prod", url: shop.url }),
    rotate: () => rotateEndpointSecret(ctx, { merchantId, name: "acme-prod" }),
    actions: "webhook_endpoint.secret_",
    rotated: "webhook_endpoint.secret_rotated",
  },
  {
    kind: "the default URL",
    name: null,
    begin: () => generateWebhookSecret(ctx, { merchant_id: merchantId }),
    rotate: () => generateWebhookSecret(ctx, { merchant_id: merchantId }),
    actions: "webhook_secret.",
    rotated: "webhook_secret.generated",
  },
];

describe.each(kinds)("the secrets of $kind", ({ name, begin, rotate, actions, rotated }) => {
  beforeEach(async () => {
    first = (await begin()).webhook_secret;
  });

  const of = () => ({ merchantId, name });
  const read = () => readEndpoint(ctx, of());
  const hint = (secret: string) => ({ hint: secret.slice(-4), since: expect.any(Date) });
  const audited = async () => {
    const sql = "SELECT action, detail FROM audit_entries WHERE merchant_id = $1 ORDER BY id OFFSET 3";
    return (await query(sql, [merchantId])).rows;
  };

  /** The secret that signs a delivery now. */
  async function signing(...secrets: string[]): Promise<number> {
    await createEvent(merchantId, { endpoints: name === null ? [] : [name] });
    expect(await runDue()).toBe(1);
    const { headers, body } = shop.received.at(-1) ?? { headers: {}, body: Buffer.from("") };
    const at = Number(headers["x-timestamp"]);
    return secrets.findIndex((secret) => signature(secret, at, body.toString()) === headers["x-signature"]);
  }

  it("after a rotation only the new one signs, shown once", async () => {
    const { webhook_secret: second } = await rotate();
    expect(second).toMatch(SECRET);
    expect(await read()).toMatchObject({ secret: hint(second), prepared: null });
    expect(await signing(first, second)).toBe(1);
    expect((await audited()).at(-1)).toMatchObject({ action: rotated });
  });

  it("the next one signs nothing until activated, then only it signs", async () => {
    const { webhook_secret: next } = await prepareSecret(ctx, of());
    expect(next).toMatch(SECRET);
    expect(await read()).toMatchObject({ secret: hint(first), prepared: hint(next) });
    expect(await signing(first, next)).toBe(0);
    await activateSecret(ctx, of());
    expect(await read()).toMatchObject({ secret: hint(next), prepared: null });
    expect(await signing(first, next)).toBe(1);
    const seen = await audited();
    expect(seen.map(({ action }) => action)).toEqual([`${actions}prepared`, `${actions}activated`]);
    expect(JSON.stringify(seen)).not.toContain("whsec_");
  });

  it("a discarded next one cannot be activated", async () => {
    await prepareSecret(ctx, of());
    await discardPreparedSecret(ctx, of());
    await discardPreparedSecret(ctx, of());
    expect(await read()).toMatchObject({ secret: hint(first), prepared: null });
    await expect(activateSecret(ctx, of())).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await signing(first)).toBe(0);
  });

  it("a rotation discards the next one", async () => {
    await prepareSecret(ctx, of());
    await rotate();
    expect((await read()).prepared).toBeNull();
    await expect(activateSecret(ctx, of())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("an existing next one is not replaced", async () => {
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => prepareSecret(ctx, of())));
    const [made, ...others] = answers.filter(({ status }) => status === "fulfilled");
    expect(others).toEqual([]);
    if (made?.status !== "fulfilled") throw new Error("none was prepared");
    expect((await read()).prepared).toEqual(hint(made.value.webhook_secret));
  });

  it("only the next one that the caller saw is activated", async () => {
    await prepareSecret(ctx, of());
    const seen = (await read()).prepared?.since ?? new Date(0);
    const stale = new Date(seen.getTime() - 1);
    await expect(activateSecret(ctx, { ...of(), preparedAt: stale })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field: "prepared_at" }] },
    });
    expect(await signing(first)).toBe(0);
    await activateSecret(ctx, { ...of(), preparedAt: seen });
    expect((await read()).prepared).toBeNull();
  });

  it("are stored sealed under the row's id and never returned", async () => {
    const { webhook_secret: next } = await prepareSecret(ctx, of());
    const table = name === null ? "webhook_defaults" : "webhook_endpoints";
    const columns = "encode(secret_sealed, 'escape') AS a, encode(next_secret_sealed, 'escape') AS b";
    const rows = (await query(`SELECT ${columns} FROM ${table} WHERE merchant_id = $1`, [merchantId])).rows;
    const kept = JSON.stringify([rows, await read()]);
    for (const secret of [first, next]) expect(kept).not.toContain(secret.slice("whsec_".length, -4));
  });

  it("are refused to other merchants and test-only credentials", async () => {
    const actor = { kind: "credential", id: newId() } as const;
    const own = { kind: "merchant", merchantId, actor, scopes: [], testOnly: true } as const;
    const stranger = { ...own, merchantId: newId(), testOnly: false };
    const calls = [prepareSecret, activateSecret, discardPreparedSecret];
    await prepareSecret(ctx, of());
    for (const call of calls) {
      const as = (caller: Ctx["caller"]) => call({ ...ctx, caller }, of());
      await expect(as(stranger)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
      await expect(as(own)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect((await read()).prepared).not.toBeNull();
  });
});

it("a default URL without a secret can get a next one and stays unsigned until it is activated", async () => {
  const of = { merchantId, name: null };
  const { webhook_secret: next } = await prepareSecret(ctx, of);
  expect(await readEndpoint(ctx, of)).toMatchObject({ signed: false, secret: null, prepared: expect.anything() });
  await activateSecret(ctx, of);
  const secret = { hint: next.slice(-4), since: expect.any(Date) };
  expect(await readEndpoint(ctx, of)).toMatchObject({ signed: true, secret, prepared: null });
});

it("a revoke deletes the next one too", async () => {
  const of = { merchantId, name: null };
  await prepareSecret(ctx, of);
  await revokeWebhookSecret(ctx, { merchant_id: merchantId });
  expect((await readEndpoint(ctx, of)).prepared).toBeNull();
});

it("secrets of an unknown endpoint are NOT_FOUND", async () => {
  for (const call of [rotateEndpointSecret, prepareSecret, activateSecret, discardPreparedSecret]) {
    await expect(call(ctx, { merchantId, name: "unknown" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});
