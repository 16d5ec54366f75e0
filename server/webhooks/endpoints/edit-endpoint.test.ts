import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEndpoint } from "./create-endpoint";
import { type EndpointEdit, editEndpoint } from "./edit-endpoint";
import { readEndpoint } from "./read-endpoint";
import { switchEndpoint } from "./switch-endpoint";

vi.stubEnv("WEBHOOK_ALLOW_CIDRS", "127.0.0.1/32:3001");
const URL_BEFORE = "http://127.0.0.1:3001/before";
const URL_AFTER = "http://127.0.0.1:3001/after?key=private";
let merchantId = "";

beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme" })).id;
  await createEndpoint(ctx, { merchantId, name: "acme-prod", url: URL_BEFORE });
});
afterAll(closeDb);

const edit = (given: Partial<EndpointEdit>, as: Ctx = ctx) =>
  editEndpoint(as, { merchantId, name: "acme-prod", ...given });
const read = (name = "acme-prod") => readEndpoint(ctx, { merchantId, name });
const audited = async () => {
  const sql = "SELECT detail, before, after FROM audit_entries WHERE merchant_id = $1 AND action = $2 ORDER BY id";
  return (await query(sql, [merchantId, "webhook_endpoint.edited"])).rows;
};

describe("editing an endpoint", () => {
  it("changes only the given fields; the secret stays", async () => {
    const before = await read();
    await edit({ url: URL_AFTER });
    expect(await read()).toEqual({ ...before, url: URL_AFTER, version: 2 });
    const eventTypes = ["payment_request.succeeded", "payment_link.used"];
    await edit({ eventTypes, environment: "Live", signed: false, isDefault: true });
    const wanted = { eventTypes, environment: "Live", signed: false, isDefault: true };
    expect(await read()).toEqual({ ...before, url: URL_AFTER, ...wanted, version: 3 });
    await edit({ eventTypes: [], environment: "Both", signed: true, isDefault: false });
    expect(await read()).toEqual({ ...before, url: URL_AFTER, version: 4 });
  });

  it("is audited, of a URL only the host", async () => {
    await edit({ url: URL_AFTER, signed: false });
    await edit({ eventTypes: [] });
    await edit({ eventTypes: ["payment_link.used"], environment: "Test", isDefault: true });
    expect(await audited()).toEqual([
      {
        detail: { name: "acme-prod" },
        before: { host: "127.0.0.1:3001", path: "left out", signed: true },
        after: { host: "127.0.0.1:3001", path: "another, left out", signed: false },
      },
      {
        detail: { name: "acme-prod" },
        before: { event_types: "all", environment: "Both", is_default: false },
        after: { event_types: "payment_link.used", environment: "Test", is_default: true },
      },
    ]);
  });

  it("changes nothing, nor the version, when all values are equal", async () => {
    await edit({ eventTypes: ["payment_request.succeeded", "payment_link.used"] });
    await edit({ eventTypes: ["payment_link.used", "payment_request.succeeded"], url: URL_BEFORE, signed: true });
    await edit({});
    expect((await read()).version).toBe(2);
    expect(await audited()).toHaveLength(1);
  });

  it("unmarks another default endpoint", async () => {
    await createEndpoint(ctx, { merchantId, name: "second", url: URL_BEFORE, isDefault: true });
    await edit({ isDefault: true });
    expect([(await read()).isDefault, (await read("second")).isDefault]).toEqual([true, false]);
  });

  it("works for a disabled one, which stays disabled", async () => {
    await switchEndpoint(ctx, { merchantId, name: "acme-prod", to: "disabled" });
    await edit({ url: URL_AFTER });
    expect(await read()).toMatchObject({ url: URL_AFTER, disabledAt: expect.any(Date) });
  });

  it.each<[string, Partial<EndpointEdit>]>([
    ["url", { url: "http://127.0.0.1:3000/" }],
    ["url", { url: "https://user:word@shop.example.com/" }],
    ["url", { url: "" }],
    ["environment", { environment: "live" }],
    ["event_types", { eventTypes: ["payment_request.paid"] }],
  ])("is refused with VALIDATION_ERROR on %s for %j, unchanged", async (field, given) => {
    const before = await read();
    await expect(edit({ signed: false, ...given })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      metadata: { errors: [{ field, message: expect.any(String) }] },
    });
    expect(await read()).toEqual(before);
  });

  it("is NOT_FOUND for an unknown name, MERCHANT_NOT_FOUND for another merchant", async () => {
    const actor = { kind: "credential", id: newId() } as const;
    const other = await createMerchant(ctx, { brandName: "Other" });
    const caller = { kind: "merchant", merchantId: other.id, actor, scopes: [], testOnly: false } as const;
    await expect(edit({ merchantId: other.id, signed: false })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(edit({ signed: false }, { ...ctx, caller })).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    const testOnly = { ...caller, merchantId, testOnly: true };
    await expect(edit({ signed: false }, { ...ctx, caller: testOnly })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await read()).version).toBe(1);
  });
});

describe("two concurrent edits", () => {
  const changed = { code: "VALIDATION_ERROR", metadata: { errors: [{ field: "version" }] } };

  it("lose no URL: a form older than the last change is refused", async () => {
    const { version } = await read();
    if (version === null) throw new Error("An endpoint has a version.");
    await edit({ url: URL_AFTER, version });
    await expect(edit({ signed: false, version })).rejects.toMatchObject(changed);
    expect(await read()).toMatchObject({ url: URL_AFTER, signed: true });
  });

  it("end with one success and one refusal, however close", async () => {
    const urls = Array.from({ length: 6 }, (_, index) => `${URL_BEFORE}/${index}`);
    const answers = await Promise.allSettled(urls.map((url) => edit({ url, version: 1 })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === "fulfilled");
    expect((await read()).url).toBe(urls[winner]);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toMatchObject(changed);
  });

  it("control: without a version the last one wins", async () => {
    await edit({ url: URL_AFTER });
    await edit({ url: `${URL_BEFORE}/last` });
    expect((await read()).url).toBe(`${URL_BEFORE}/last`);
  });

  it("notice that another endpoint became the default", async () => {
    await edit({ isDefault: true });
    const { version } = await read();
    await createEndpoint(ctx, { merchantId, name: "second", url: URL_BEFORE, isDefault: true });
    await expect(edit({ signed: false, version: version ?? 0 })).rejects.toMatchObject(changed);
  });
});
