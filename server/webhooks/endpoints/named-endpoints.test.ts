import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEndpoint, MAX_ENDPOINTS, type NewEndpoint } from "./create-endpoint";
import { listNamedEndpoints } from "./list-endpoints";
import { switchEndpoint } from "./switch-endpoint";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:3001");
const URL_ALLOWED = "http://127.0.0.1:3001/hook?key=private";
let merchantId = "";

beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
});
afterAll(closeDb);

const create = (given: Partial<NewEndpoint> = {}, as: Ctx = ctx) =>
  createEndpoint(as, { merchantId, name: "acme-prod", url: URL_ALLOWED, ...given });
const list = (of = merchantId) => listNamedEndpoints(ctx, { merchantId: of });
const run = async (sql: string, values: unknown[] = [merchantId]) => (await query(sql, values)).rows;
const audited = () =>
  run(
    "SELECT action, detail FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'webhook_endpoint.%' ORDER BY id",
  );

describe("creating an endpoint", () => {
  it(`is limited to ${MAX_ENDPOINTS} per merchant, also with concurrent requests`, async () => {
    await create();
    await run(
      `INSERT INTO webhook_endpoints SELECT (jsonb_populate_record(e, jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'shop-' || n, 'disabled_at', now()))).*
      FROM webhook_endpoints e, generate_series(3, ${MAX_ENDPOINTS}) n WHERE merchant_id = $1`,
    );
    const outcomes = await Promise.allSettled(["one", "two", "three"].map((name) => create({ name })));
    const errors = [{ field: "name", message: expect.stringContaining(`limit of ${MAX_ENDPOINTS} endpoints`) }];
    expect(outcomes.flatMap((one) => (one.status === "rejected" ? one.reason : []))).toMatchObject(
      Array(2).fill({ code: "VALIDATION_ERROR", metadata: { errors } }),
    );
    expect(await list()).toHaveLength(MAX_ENDPOINTS);
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await create({ merchantId: other });
  });

  it("defaults to signed, all events, both modes and not the default endpoint", async () => {
    const created = await create();
    expect(await list()).toEqual([
      {
        id: created.id,
        name: "acme-prod",
        url: URL_ALLOWED,
        signed: true,
        environment: "Both",
        eventTypes: [],
        isDefault: false,
        disabledAt: null,
        createdAt: expect.any(Date),
        version: 1,
        secret: { hint: created.webhook_secret.slice(-4), since: expect.any(Date) },
        prepared: null,
      },
    ]);
  });

  it("returns its own secret once, stored sealed; the audit log has only the host", async () => {
    const secrets = [await create(), await create({ name: "unsigned", signed: false })].map(
      (one) => one.webhook_secret,
    );
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    expect(new Set(secrets).size).toBe(2);
    const rows = await run(
      "SELECT encode(secret_sealed, 'escape') AS sealed FROM webhook_endpoints WHERE merchant_id = $1",
    );
    const kept = JSON.stringify([rows, await list(), await audited()]);
    for (const secret of secrets) expect(kept).not.toContain(secret.slice("whsec_".length));
    expect(JSON.stringify(await audited())).not.toContain("private");
    expect((await audited())[0]).toEqual({
      action: "webhook_endpoint.created",
      detail: { name: "acme-prod", host: "127.0.0.1:3001", environment: "Both", signed: true, is_default: false },
    });
  });

  it.each<[string, Partial<NewEndpoint>]>([
    ["name", { name: "" }],
    ["name", { name: "Acme" }],
    ["name", { name: "-acme" }],
    ["name", { name: "acme_prod" }],
    ["name", { name: "acme\n" }],
    ["name", { name: "a".repeat(64) }],
    ["url", { url: "http://127.0.0.1:3000/" }],
    ["url", { url: "http://[::1]/" }],
    ["url", { url: "http://169.254.169.254/" }],
    ["url", { url: "ftp://shop.example.com/" }],
    ["url", { url: "https://user:word@shop.example.com/" }],
    ["environment", { environment: "test" }],
    ["event_types", { eventTypes: ["payment_request.succeeded", "payment_request.paid"] }],
  ])("is refused with VALIDATION_ERROR on %s for %j", async (field, given) => {
    await expect(create(given)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field, message: expect.any(String) }] },
    });
    expect(await list()).toEqual([]);
  });

  it("reports every invalid field at once", async () => {
    const given = { name: "No", url: "http://10.0.0.7/", environment: "Moon", eventTypes: ["payment_link.lost"] };
    const fields = ["name", "url", "environment", "event_types"];
    const errors = fields.map((field) => expect.objectContaining({ field }));
    await expect(create(given)).rejects.toMatchObject({ code: "VALIDATION_ERROR", metadata: { errors } });
  });

  it("accepts names of 1 and 63 characters and a host that does not resolve yet", async () => {
    await create({ name: "0", url: "https://not-there.example.com/hook" });
    await create({ name: `a${"-".repeat(62)}` });
    expect(await list()).toHaveLength(2);
  });

  it("refuses a name in use, disabled or not, but not another merchant's", async () => {
    await create();
    await switchEndpoint(ctx, { merchantId, name: "acme-prod", to: "disabled" });
    await expect(create()).rejects.toMatchObject({
      metadata: { errors: [{ field: "name", message: "is already in use" }] },
    });
    const other = await createMerchant(ctx, { brandName: "Other" });
    await create({ merchantId: other.id });
    expect([(await list()).length, (await list(other.id)).length]).toEqual([1, 1]);
  });

  it("gives a name once to many concurrent requests", async () => {
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => create()));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });
});

describe("the default endpoint", () => {
  it("is the last one marked", async () => {
    await create({ name: "first", isDefault: true });
    await create({ name: "second", isDefault: true });
    await create({ name: "third" });
    expect((await list()).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ["first", false],
      ["second", true],
      ["third", false],
    ]);
  });

  it("is one, however many are marked concurrently", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `shop-${index}`);
    await Promise.all(names.map((name) => create({ name, isDefault: true })));
    const marked = (await list()).filter(({ isDefault }) => isDefault);
    expect([(await list()).length, marked.length]).toEqual([8, 1]);
  });

  it("control: is two without lock and index", async () => {
    await create({ name: "first", isDefault: true });
    await create({ name: "second" });
    const markBoth = () =>
      run("UPDATE webhook_endpoints SET is_default = true WHERE merchant_id = $1 AND NOT is_default");
    await expect(markBoth()).rejects.toThrow("webhook_endpoints_one_default");
    await run("DROP INDEX webhook_endpoints_one_default", []);
    await markBoth();
    expect((await list()).filter(({ isDefault }) => isDefault)).toHaveLength(2);
    await run("UPDATE webhook_endpoints SET is_default = false WHERE merchant_id = $1");
    await run(
      "CREATE UNIQUE INDEX webhook_endpoints_one_default ON webhook_endpoints (merchant_id) WHERE is_default",
      [],
    );
  });
});

describe("the name of an endpoint", () => {
  const rename = () => run("UPDATE webhook_endpoints SET name = 'other' WHERE merchant_id = $1");
  const all = (state: "ENABLE" | "DISABLE") => run(`ALTER TABLE webhook_endpoints ${state} TRIGGER USER`, []);

  it("cannot be changed and its endpoint not deleted, not even by SQL", async () => {
    await create();
    const words = "keeps its name and merchant, and is disabled, never deleted";
    await expect(rename()).rejects.toThrow(words);
    await expect(run("DELETE FROM webhook_endpoints WHERE merchant_id = $1")).rejects.toThrow(words);
    await run("UPDATE webhook_endpoints SET url = 'https://shop.example.com/' WHERE merchant_id = $1");
    expect((await list()).map(({ name, url }) => [name, url])).toEqual([["acme-prod", "https://shop.example.com/"]]);
  });

  it("control: can be changed without the trigger", async () => {
    await create();
    await all("DISABLE");
    await rename();
    await all("ENABLE");
    expect((await list()).map(({ name }) => name)).toEqual(["other"]);
  });
});

describe("disabling an endpoint", () => {
  it("keeps it in the list; enabling reverts it; both are idempotent", async () => {
    await create();
    for (const to of ["disabled", "disabled", "enabled", "enabled"] as const) {
      await switchEndpoint(ctx, { merchantId, name: "acme-prod", to });
      expect((await list()).map(({ disabledAt }) => disabledAt === null)).toEqual([to === "enabled"]);
    }
    expect((await audited()).map(({ action }) => action)).toEqual([
      "webhook_endpoint.created",
      "webhook_endpoint.disabled",
      "webhook_endpoint.enabled",
    ]);
  });

  it("is NOT_FOUND for an unknown name", async () => {
    const other = await createMerchant(ctx, { brandName: "Other" });
    await create({ merchantId: other.id });
    const disabled = switchEndpoint(ctx, { merchantId, name: "acme-prod", to: "disabled" });
    await expect(disabled).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await list(other.id)).map(({ disabledAt }) => disabledAt)).toEqual([null]);
  });
});

it("endpoints of another merchant are NOT_FOUND", async () => {
  const actor = { kind: "credential", id: newId() } as const;
  const caller = { kind: "merchant", merchantId: newId(), actor, scopes: [], testOnly: false } as const;
  const stranger: Ctx = { ...ctx, caller };
  await create();
  const refused = { code: "MERCHANT_NOT_FOUND" };
  await expect(create({ name: "b" }, stranger)).rejects.toMatchObject(refused);
  await expect(listNamedEndpoints(stranger, { merchantId })).rejects.toMatchObject(refused);
  const disabled = switchEndpoint(stranger, { merchantId, name: "acme-prod", to: "disabled" });
  await expect(disabled).rejects.toMatchObject(refused);
  await expect(create({ merchantId: "7" })).rejects.toMatchObject(refused);
  const testOnly: Ctx = { ...ctx, caller: { ...caller, merchantId, testOnly: true } };
  await expect(create({ name: "b" }, testOnly)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
