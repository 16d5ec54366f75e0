import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { GET as serveLogo } from "../../../app/logos/merchants/[hash]/route";
import type { Caller, Ctx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { CAMERA_NOTE, picture, png } from "../../test/pictures";
import { ctx } from "../../test/rows/fixtures";
import { createMerchant } from "../create-merchant";
import { createPartner } from "../create-partner";
import { readLogo, removeLogo, setLogo } from "./logo-file";
import { readBranding } from "./read-branding";
import { setAllowedOrigins } from "./set-allowed-origins";
import { setBranding } from "./set-branding";

const STALE = { code: "VALIDATION_ERROR", metadata: { errors: [{ field: "version" }] } };
const rights = { actor: { kind: "user", id: newId() }, scopes: [], testOnly: false } as const;
const as = (caller: Caller): Ctx => ({ ...ctx, caller });

let merchantId: string;
beforeEach(async () => {
  merchantId = (await createMerchant(ctx, { brandName: "Acme", allowedOrigins: ["https://acme.example"] })).id;
});
afterAll(closeDb);

const read = (who: Ctx = ctx) => readBranding(who, { merchantId });
const set = (given: { brandName?: string; accent?: string | null; version?: number }, who: Ctx = ctx) =>
  setBranding(who, { merchantId, brandName: "Acme", accent: null, version: 1, ...given });
const upload = (bytes: Uint8Array, seen: string | null = null, who: Ctx = ctx) =>
  setLogo(who, { merchantId, bytes, seen });
const audited = async () => {
  const sql = "SELECT action, before, after FROM audit_entries WHERE merchant_id = $1 ORDER BY id";
  return (await query(sql, [merchantId])).rows.map(({ action, ...values }) => [action, values]).slice(1);
};

describe("name and colour", () => {
  it("are changed, audited, and returned with the colours that the pages use", async () => {
    await set({ brandName: " Acme & Söhne ", accent: "#FFDD00" });
    const { brandName, accent, advice, version } = await read();
    expect([brandName, accent, version]).toEqual(["Acme & Söhne", "#ffdd00", 2]);
    expect(advice?.map(({ theme, kept }) => [theme, kept])).toEqual([
      ["light", false],
      ["dark", true],
    ]);
    await set({ brandName: "Acme & Söhne", accent: null, version: 2 });
    expect(await read()).toMatchObject({ accent: null, advice: null, version: 3 });
    expect(await audited()).toEqual([
      [
        "merchant.branding_set",
        {
          before: { brand_name: "Acme", accent: null },
          after: { brand_name: "Acme & Söhne", accent: "#ffdd00" },
        },
      ],
      [
        "merchant.branding_set",
        {
          before: { brand_name: "Acme & Söhne", accent: "#ffdd00" },
          after: { brand_name: "Acme & Söhne", accent: null },
        },
      ],
    ]);
  });

  it("with the same values change nothing", async () => {
    await set({});
    expect((await read()).version).toBe(1);
    expect(await audited()).toEqual([]);
  });

  it.each([
    ["brand_name", { brandName: " " }],
    ["brand_name", { brandName: "a\u202eb" }],
    ["accent", { accent: "red;}" }],
  ])("are rejected on %s for %j, and nothing changes", async (field, given) => {
    await expect(set(given)).rejects.toMatchObject({ code: "VALIDATION_ERROR", metadata: { errors: [{ field }] } });
    expect(await read()).toMatchObject({ brandName: "Acme", accent: null, version: 1 });
  });

  it("saved concurrently: one succeeds, the others are rejected", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Acme ${index}`);
    const answers = await Promise.allSettled(names.map((brandName) => set({ brandName })));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const answer of answers) if (answer.status === "rejected") expect(answer.reason).toMatchObject(STALE);
    const winner = answers.findIndex(({ status }) => status === "fulfilled");
    expect((await read()).brandName).toBe(names[winner]);
    await expect(set({ brandName: "Late" })).rejects.toMatchObject(STALE);
  });

  it("cannot contain a style: the database accepts only a colour", async () => {
    const sql = "UPDATE merchants SET accent = $1 WHERE id = $2";
    const writing = (accent: string) => query(sql, [accent, merchantId]);
    await expect(writing("#fff;}body{display:none}")).rejects.toThrow(/merchants_accent/);
    await writing("#123456");
  });
});

describe("a logo", () => {
  const served = async (hash: string) => serveLogo(new Request("http://x/"), { params: Promise.resolve({ hash }) });

  it("is served from our own origin, immutable, with its own type and nosniff", async () => {
    const { hash } = await upload(picture("photo.jpg"));
    expect((await read()).logo).toEqual({
      ...{ hash, path: `/logos/merchants/${hash}`, mediaType: "image/jpeg", width: 64, height: 48 },
      sizeBytes: expect.any(Number),
    });
    const answer = await served(hash);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(Buffer.from(await answer.arrayBuffer()).includes(CAMERA_NOTE)).toBe(false);
    expect((await served("0".repeat(64))).status).toBe(404);
    expect((await served("../../etc/passwd")).status).toBe(404);
  });

  it("is replaced and removed by a person who saw it, audited, and its address is then 404", async () => {
    const first = await upload(png());
    const second = await upload(png({ colour: [227, 6, 19] }), first.hash);
    expect(await readLogo(first.hash)).toBeNull();
    await removeLogo(ctx, { merchantId, seen: second.hash });
    expect([(await read()).logo, await readLogo(second.hash)]).toEqual([null, null]);
    expect((await audited()).map(([action]) => action)).toEqual([
      "merchant.logo_set",
      "merchant.logo_set",
      "merchant.logo_removed",
    ]);
  });

  it("that another person changed meanwhile is neither replaced nor removed", async () => {
    const { hash } = await upload(png());
    await expect(upload(png({ colour: [1, 2, 3] }))).rejects.toMatchObject(STALE);
    await expect(removeLogo(ctx, { merchantId, seen: "0".repeat(64) })).rejects.toMatchObject(STALE);
    await expect(upload(png(), hash)).resolves.toEqual({ hash });
    expect((await read()).logo?.hash).toBe(hash);
    expect(await audited()).toHaveLength(1);
  });

  it("on an outdated form is rejected before the picture is read", async () => {
    await upload(png());
    await expect(upload(new Uint8Array([1, 2, 3]))).rejects.toMatchObject(STALE);
  });

  it("that is not a picture changes nothing", async () => {
    const { hash } = await upload(png());
    const drawing = new Uint8Array(Buffer.from("<svg onload='alert(1)'/>"));
    await expect(upload(drawing, hash)).rejects.toMatchObject({ metadata: { errors: [{ field: "logo" }] } });
    expect((await read()).logo?.hash).toBe(hash);
  });

  it("shared by two merchants stays with one when the other removes it", async () => {
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    const { hash } = await upload(png());
    await setLogo(ctx, { merchantId: other, bytes: png(), seen: null });
    await removeLogo(ctx, { merchantId, seen: hash });
    expect(await readLogo(hash)).not.toBeNull();
  });
});

describe("allowed origins", () => {
  const allow = (origins: string[], version?: number) => setAllowedOrigins(ctx, { merchantId, origins, version });

  it("are returned as browsers write them, and in readable form", async () => {
    await allow(["https://KÄSE.example/", "http://localhost:3001", "https://acme.example"], 1);
    expect((await read()).origins).toEqual({
      version: 2,
      list: [
        { origin: "https://xn--kse-qla.example", readable: "käse.example", testOnly: false },
        { origin: "http://localhost:3001", readable: null, testOnly: true },
        { origin: "https://acme.example", readable: null, testOnly: false },
      ],
    });
  });

  it("of an outdated page are rejected; without a version the last write wins", async () => {
    await allow(["https://one.example"], 1);
    await expect(allow(["https://two.example"], 1)).rejects.toMatchObject(STALE);
    await allow(["https://three.example"]);
    expect((await read()).origins.list.map(({ origin }) => origin)).toEqual(["https://three.example"]);
    await allow(["https://three.example"], 3);
    expect((await read()).origins.version).toBe(3);
  });
});

describe("permission to change branding", () => {
  const writes = (who: Ctx): [string, () => Promise<unknown>][] => [
    ["read", () => read(who)],
    ["name", () => set({ brandName: "Taken over" }, who)],
    ["logo", () => upload(png(), null, who)],
    ["no logo", () => removeLogo(who, { merchantId, seen: "0".repeat(64) })],
    ["origins", () => setAllowedOrigins(who, { merchantId, origins: ["https://evil.example"] })],
  ];

  it("another merchant or partner: MERCHANT_NOT_FOUND, and nothing changes", async () => {
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    for (const caller of [
      { kind: "merchant", merchantId: other, ...rights },
      { kind: "partner", partnerId, ...rights },
    ] as const) {
      for (const [what, call] of writes(as(caller)))
        await expect(call(), `${caller.kind}: ${what}`).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    }
    const own = await read();
    expect(own).toMatchObject({ brandName: "Acme", logo: null, version: 1 });
    expect(own.origins.list.map(({ origin }) => origin)).toEqual(["https://acme.example"]);
  });

  it("the merchant, its partner and the platform: allowed", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    await query("UPDATE merchants SET partner_id = $1 WHERE id = $2", [partnerId, merchantId]);
    const callers = [
      { kind: "merchant", merchantId, ...rights },
      { kind: "partner", partnerId, ...rights },
      { kind: "admin", ...rights },
    ] as const;
    for (const caller of callers) {
      const { version } = await read(as(caller));
      await set({ brandName: `By a ${caller.kind}`, version }, as(caller));
    }
    expect((await read()).brandName).toBe("By a admin");
  });

  it("a test-only caller: changes nothing that customers see", async () => {
    const testOnly = as({ kind: "merchant", merchantId, ...rights, testOnly: true });
    for (const [what, call] of writes(testOnly).slice(1))
      await expect(call(), what).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
