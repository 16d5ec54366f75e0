import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { createUser } from "../../identity/users/create-user";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { query } from "../../test/database";
import { png } from "../../test/pictures";
import { ctx as operator } from "../../test/rows/fixtures";
import { createMerchant } from "../create-merchant";
import { createPartner } from "../create-partner";
import { readMerchant } from "../read-merchant";
import { decideName, listNameRequests } from "./decide-name";
import { removeLogo, setLogo } from "./logo-file";
import { readBranding } from "./read-branding";
import { setAllowedOrigins } from "./set-allowed-origins";
import { setBranding } from "./set-branding";

let merchantId: string;
let owner: Ctx;
let [turn, ownerEmail] = [0, ""];

beforeEach(async () => {
  turn += 1;
  Object.assign(env(), { demo: false, operatorEmail: "operator@pay.example.com" });
  merchantId = (await createMerchant(operator, { brandName: "Acme" })).id;
  ownerEmail = `owner${turn}@acme.example`;
  const { id } = await createUser(operator, { email: ownerEmail, name: "Inês", role: "owner", merchantId });
  const actor = { kind: "user", id, attended: true } as const;
  owner = { ...operator, caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false } };
});
afterEach(() => Object.assign(env(), { demo: true, operatorEmail: null }));
afterAll(closeDb);

const read = () => readBranding(owner, { merchantId });
const shown = async () => (await readMerchant({}, merchantId)).brandName;
const set = async (brandName: string, who: Ctx = owner, accent: string | null = null) =>
  setBranding(who, { merchantId, brandName, accent, version: (await read()).version });
const requestId = async () =>
  (await listNameRequests(operator)).items.find((request) => request.merchantId === merchantId)?.id ?? "none";
const rows = async (sql: string, values: unknown[]) => (await query(sql, values)).rows;
const actions = async () =>
  (await rows("SELECT action FROM audit_entries WHERE merchant_id = $1 ORDER BY id", [merchantId]))
    .map(({ action }) => action)
    .slice(2);
const mailsTo = async (recipient: string) =>
  (await rows("SELECT subject FROM mails WHERE recipient = $1 ORDER BY id", [recipient])).map(({ subject }) => subject);

describe("a new name of a merchant, outside the demo", () => {
  it("is not shown before the operator has approved it; its colour takes effect at once", async () => {
    await set("HM Revenue & Customs", owner, "#123456");
    expect(await shown()).toBe("Acme");
    expect(await read()).toMatchObject({
      ...{ brandName: "Acme", accent: "#123456", refusedName: null },
      requestedName: { name: "HM Revenue & Customs", requestedAt: expect.any(Date) },
    });
    await decideName(operator, { id: await requestId(), to: "approved" });
    expect([await shown(), (await read()).requestedName]).toEqual(["HM Revenue & Customs", null]);
    expect(await actions()).toEqual(["merchant.branding_set", "merchant.name_requested", "merchant.name_approved"]);
    expect(await mailsTo(ownerEmail)).toEqual([
      "A new checkout name is awaiting approval",
      "Your checkout name was approved",
    ]);
  });

  it("is listed for the operator with the requester, and mailed to the operator's address", async () => {
    const before = (await mailsTo("operator@pay.example.com")).length;
    await set("Acme Two");
    const { items } = await listNameRequests(operator);
    expect(items.filter((request) => request.merchantId === merchantId)).toMatchObject([
      { brandName: "Acme", name: "Acme Two", partnerName: null, requestedBy: ownerEmail },
    ]);
    expect((await mailsTo("operator@pay.example.com")).slice(before)).toEqual(["A checkout name is awaiting approval"]);
  });

  it("is no link in the mails to the operator and to the owners", async () => {
    await set("www.evil.example");
    await decideName(operator, { id: await requestId(), to: "approved" });
    const mails = "SELECT text FROM mails WHERE recipient IN ($1, 'operator@pay.example.com') ORDER BY id DESC LIMIT 3";
    const texts = await rows(mails, [ownerEmail]);
    expect(texts.filter(({ text }) => text.includes('"www. evil. example"'))).toHaveLength(3);
    expect(texts.filter(({ text }) => text.includes("www.evil"))).toEqual([]);
  });

  it("that is refused stays unseen, and the merchant reads the reason", async () => {
    await set("Another Firm");
    const id = await requestId();
    await expect(decideName(operator, { id, to: "refused", reason: " " })).rejects.toMatchObject({
      metadata: { errors: [{ field: "reason" }] },
    });
    await decideName(operator, { id, to: "refused", reason: "It is another firm's name." });
    expect(await shown()).toBe("Acme");
    expect((await read()).refusedName).toMatchObject({ name: "Another Firm", reason: "It is another firm's name." });
    await expect(decideName(operator, { id, to: "approved" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await shown()).toBe("Acme");
  });

  it("replaces a waiting one, which cannot be approved any more; requesting the old name withdraws it", async () => {
    await set("First");
    const first = await requestId();
    await set("Second");
    await expect(decideName(operator, { id: first, to: "approved" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await set("Acme");
    expect([await requestId(), (await read()).requestedName, await shown()]).toEqual(["none", null, "Acme"]);
    expect((await actions()).at(-1)).toBe("merchant.name_request_withdrawn");
  });

  it("is decided once, however many decide at the same moment", async () => {
    await set("Raced");
    const id = await requestId();
    const decisions = Array.from({ length: 6 }, (_, at) =>
      decideName(operator, at % 2 === 0 ? { id, to: "approved" } : { id, to: "refused", reason: "No." }),
    );
    const ends = await Promise.allSettled(decisions);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await actions()).filter((action) => /name_(?:approved|refused)/.test(action))).toHaveLength(1);
  });

  it("is decided by the operator alone, not even by a token of the platform", async () => {
    await set("Mine");
    const id = await requestId();
    const actor = { kind: "credential", id: merchantId } as const;
    const token: Ctx = { ...operator, caller: { kind: "admin", actor, scopes: [], testOnly: false } };
    for (const who of [owner, token])
      await expect(decideName(who, { id, to: "approved" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(listNameRequests(owner)).rejects.toMatchObject({ code: "FORBIDDEN_VIEW" });
    expect(await shown()).toBe("Acme");
  });

  it("that the operator gives needs no approval, and ends one that waited", async () => {
    await set("Waiting");
    await set("Given", operator);
    expect([await shown(), await requestId()]).toEqual(["Given", "none"]);
  });

  it("control: is in effect at once in the demo", async () => {
    Object.assign(env(), { demo: true });
    await set("At once");
    expect([await shown(), await requestId()]).toEqual(["At once", "none"]);
  });
});

describe("owners", () => {
  it("get a mail for the name, the logo and the origins, with who did it, and none for a colour", async () => {
    await set("Acme", owner, "#123456");
    expect(await mailsTo(ownerEmail)).toEqual([]);
    const { hash } = await setLogo(owner, { merchantId, bytes: png(), seen: null });
    await removeLogo(owner, { merchantId, seen: hash });
    await setAllowedOrigins(owner, { merchantId, origins: ["https://shop.example"] });
    expect(await mailsTo(ownerEmail)).toEqual([
      "Your checkout logo was changed",
      "Your checkout logo was removed",
      "The allowed domains of your checkout were changed",
    ]);
    const [{ text }] = await rows("SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1", [ownerEmail]);
    expect(text).toContain(`Added: https://shop.example\n\nBy: ${ownerEmail}\n`);
  });

  it("of the partner get it if the merchant has none", async () => {
    const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
    const email = `partner${turn}@ribeira.example`;
    await createUser(operator, { email, name: "Rui", role: "owner", partnerId });
    await rows("UPDATE merchants SET partner_id = $1 WHERE id = $2", [partnerId, merchantId]);
    await set("Renamed");
    expect([(await mailsTo(ownerEmail)).length, (await mailsTo(email)).length]).toEqual([1, 0]);
    await rows("DELETE FROM memberships WHERE merchant_id = $1", [merchantId]);
    await set("Renamed again");
    expect([(await mailsTo(ownerEmail)).length, (await mailsTo(email)).length]).toEqual([1, 1]);
  });
});
