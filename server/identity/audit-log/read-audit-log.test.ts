import { beforeAll, describe, expect, it } from "vitest";
import { recordAudit } from "../../audit/record-audit";
import { type Ctx, commandLineCtx } from "../../lib/context";
import { db } from "../../lib/db";
import type { PageRequest } from "../../lib/keyset";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { createCredential } from "../credentials/create-credential";
import { createUser } from "../users/create-user";
import { readAuditChoices, readAuditLog } from "./read-audit-log";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PAGE = { limit: 3 };

let merchantId: string;
let partnerId: string;
let owner: Ctx;
let partner: Ctx;
let credentialId: string;

/** Each of the acts, so many times. */
function act(ctx: Ctx, action: string, subjectId: string | null, times = 1): Promise<void> {
  return db().$transaction(async (tx) => {
    for (let number = 0; number < times; number += 1) await recordAudit(tx, ctx, { action, merchantId, subjectId });
  });
}

beforeAll(async () => {
  partnerId = (await createPartner(operator, { name: "Ribeira" })).id;
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte", partnerId })).id;
  const ines = await createUser(operator, {
    email: "ines@x.example",
    name: "Inês Carvalho",
    role: "owner",
    merchantId,
  });
  const ana = await createUser(operator, { email: "ana@x.example", name: "Ana Duarte", role: "owner", partnerId });
  const common = { scopes: [], testOnly: false } as const;
  const from = { ip: "203.0.113.40", userAgent: FIREFOX };
  const actor = (id: string) => ({ kind: "user", id, attended: true }) as const;
  owner = { ...operator, ...from, caller: { kind: "merchant", merchantId, actor: actor(ines.id), ...common } };
  partner = { ...operator, ...from, caller: { kind: "partner", partnerId, actor: actor(ana.id), ...common } };
  credentialId = (await createCredential(owner, { name: "Till 3", owner: { merchantId } })).client_id;
  await act(partner, "webhook_endpoint.edited", "some-endpoint", 5);
});

const read = (filter: object, ctx = owner, page: PageRequest = PAGE) =>
  readAuditLog(ctx, { of: { merchantId }, ...filter }, page);

describe("a merchant's audit log", () => {
  it("shows actor, context, network address and subject, by name", async () => {
    const { items } = await read({ nouns: ["credential"] });
    expect(items).toMatchObject([
      {
        action: "credential.created",
        actor: { kind: "user", name: "Inês Carvalho", email: "ines@x.example" },
        actingAs: "merchant",
        partnerName: null,
        subjectName: "Till 3",
        ip: "203.0.113.40",
        device: "Firefox on Linux",
      },
    ]);
    const [byPartner] = (await read({ about: "ana@x.example" })).items;
    expect(byPartner).toMatchObject({ actor: { name: "Ana Duarte" }, actingAs: "partner", partnerName: "Ribeira" });
  });

  it("returns each entry once, page by page to the end and back", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const page = await read({}, owner, { ...PAGE, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ id }) => id));
      if (page.older === null) break;
      cursor = page.older;
    }
    const { total, items } = await read({}, owner, { limit: 100 });
    expect(seen).toEqual(items.map(({ id }) => id));
    expect([seen.length, new Set(seen).size]).toEqual([total, total]);
  });

  it("filters by person, action, subject and time", async () => {
    const limit = 100;
    const all = await read({}, owner, { limit });
    const count = async (filter: object) => (await read(filter, owner, { limit })).items.length;
    expect(await count({ actorId: partner.caller.actor.id })).toBe(5);
    expect(await count({ nouns: ["credential", "webhook_endpoint"] })).toBe(6);
    expect(await count({ nouns: ["nothing"] })).toBe(0);
    expect(await count({ about: credentialId })).toBe(1);
    expect(await count({ about: "ana@x.example" })).toBe(5);
    expect(await count({ about: "nobody@x.example" })).toBe(0);
    expect(await count({ about: "ana@x.example", actorId: owner.caller.actor.id })).toBe(0);
    const [latest] = all.items;
    expect(await count({ from: latest?.at })).toBeGreaterThan(0);
    expect(await count({ to: all.items.at(-1)?.at })).toBe(0);
  });

  it("offers the filter values that it contains", async () => {
    const { actors, actions } = await readAuditChoices(owner, { merchantId });
    expect(actors.map(({ name }) => name)).toEqual(["Ana Duarte", "Inês Carvalho"]);
    expect(actions).toEqual(expect.arrayContaining(["credential.created", "webhook_endpoint.edited"]));
  });

  it("cannot be read by another merchant or partner", async () => {
    const { id: foreign } = await createMerchant(operator, { brandName: "Someone Else" });
    for (const ctx of [owner, partner]) {
      const reading = readAuditLog(ctx, { of: { merchantId: foreign } }, PAGE);
      await expect(reading).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
      const choosing = readAuditChoices(ctx, { merchantId: foreign });
      await expect(choosing).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    }
  });
});

describe("an entry", () => {
  it("of the command line has it as its device, and one of the product's own work has none", async () => {
    await act(commandLineCtx("test"), "merchant.created", merchantId);
    await act(operator, "merchant.suspended", merchantId);
    const { items } = await read({ nouns: ["merchant"] }, owner, { limit: 2 });
    expect(items.map(({ action, device }) => [action, device])).toEqual([
      ["merchant.suspended", null],
      ["merchant.created", "Command line"],
    ]);
  });

  it("contains no secret, whichever field a use-case passes it in", async () => {
    const secret = `csec_${"a".repeat(43)}`;
    const fact = {
      action: "test.secret",
      merchantId,
      subjectId: null,
      detail: { client_secret: "hunter2", note: `made ${secret} today`, has_secret: true },
      before: { url: "https://hooks.example/bankside?token=abc", token: "x" },
      after: { url: "https://hooks.example", origins: "https://a.example https://b.example/" },
    };
    await db().$transaction((tx) => recordAudit(tx, owner, fact));
    const [entry] = (await read({ nouns: ["test"] })).items;
    expect(entry?.detail).toEqual({ client_secret: "left out", note: "made left out today", has_secret: true });
    expect(entry?.before).toEqual({ url: "https://hooks.example/…", token: "left out" });
    expect(entry?.after).toEqual({ url: "https://hooks.example", origins: "https://a.example https://b.example" });
    const sql =
      "SELECT count(*)::int AS n FROM audit_entries WHERE detail::text ~ 'hunter2|aaaaaa' OR before::text ~ 'abc'";
    const { rows } = await query<{ n: number }>(sql);
    expect(rows).toEqual([{ n: 0 }]);
  });
});
