import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLATFORM_CHAIN } from "../../audit/rules";
import { PUBLIC_CALLER } from "../../lib/context";
import { closeDb } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { query } from "../../test/database";
import { byCode, newPerson, type Person } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { comeByCode } from "../../test/rows/users";
import { createConsoleCaller } from "../../trpc/router";
import { createCredential } from "../credentials/create-credential";
import { createSession, readSession } from "../sessions/sessions";
import { createUser } from "../users/create-user";

type Api = ReturnType<typeof createConsoleCaller>;

let partnerId: string;
let otherPartnerId: string;
let merchantId: string;

async function signInAs(email: string, role: "owner" | "admin" | "finance" | "viewer", place: object): Promise<Api> {
  const { id } = await createUser(operator, { email, name: "Rui Tavares", role, ...place });
  const session = await readSession((await createSession({}, id)).sessionToken);
  return createConsoleCaller({ ctx: { caller: PUBLIC_CALLER, requestId: "test", ip: "203.0.113.9" }, session });
}

beforeAll(async () => {
  partnerId = (await createPartner(operator, { name: "Ribeira" })).id;
  otherPartnerId = (await createPartner(operator, { name: "Foz" })).id;
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte", partnerId })).id;
});
afterAll(() => closeDb());

it("a merchant's audit log has the amount of a created link in major units", async () => {
  const owner = await signInAs("ines@olaria.example", "owner", { merchantId });
  await owner.paymentLinks.create({ merchantId, amount: "12,50", currency: "EUR", paymentReference: "Table 12" });
  const [entry] = (await owner.audit.list({ merchantId })).items;
  expect(entry).toMatchObject({ action: "payment_link.created", detail: { amount: "12.50", currency: "EUR" } });
});

describe("a partner's audit log", () => {
  it("has the acts at the partner, and none of its merchants or of another partner", async () => {
    const owner = await signInAs("rui@ribeira.example", "owner", { partnerId });
    await createCredential(operator, { name: "Platform of Ribeira", owner: { partnerId } });
    await createCredential(operator, { name: "Till", owner: { merchantId } });
    await createCredential(operator, { name: "Platform of Foz", owner: { partnerId: otherPartnerId } });
    await comeByCode("rui@ribeira.example", `partner:${partnerId}`);
    const { items, total } = await owner.partnerAudit.list({ partnerId });
    expect(items.map(({ action, subjectName }) => `${action} ${subjectName}`)).toEqual([
      "user.token_issued Rui Tavares",
      "credential.created Platform of Ribeira",
      "user.role_given Rui Tavares",
      "partner.created Ribeira",
    ]);
    expect(await owner.partnerAudit.verify({ partnerId })).toMatchObject({ place: { seq: total }, fault: null });
    expect((await owner.partnerAudit.choices({ partnerId })).actions).toContain("credential.created");
  });

  it("is not found by people of another partner, and forbidden to roles below admin", async () => {
    const stranger = await signInAs("ana@foz.example", "owner", { partnerId: otherPartnerId });
    const finance = await signInAs("clara@ribeira.example", "finance", { partnerId });
    for (const [api, code] of [
      [stranger, "NOT_FOUND"],
      [finance, "FORBIDDEN"],
    ] as const) {
      await expect(api.partnerAudit.list({ partnerId })).rejects.toMatchObject({ code });
      await expect(api.partnerAudit.choices({ partnerId })).rejects.toMatchObject({ code });
      await expect(api.partnerAudit.verify({ partnerId })).rejects.toMatchObject({ code });
    }
    expect((await stranger.partnerAudit.list({ partnerId: otherPartnerId })).items.length).toBeGreaterThan(0);
  });
});

describe("the platform's audit log", () => {
  it("has sign-ins and the acts at the platform, for its owners and admins only", async () => {
    const admin = await signInAs("tiago@operator.example", "admin", {});
    const person = await newPerson();
    const { items } = await admin.platform.audit.list({ about: person.email });
    expect(items.map(({ action }) => action)).toEqual(["user.signed_in"]);
    expect(await admin.platform.audit.verify({})).toMatchObject({ fault: null, done: true });
    const others = [
      await signInAs("viewer@operator.example", "viewer", {}),
      await signInAs("owner@olaria.example", "owner", { merchantId }),
      await signInAs("owner@ribeira.example", "owner", { partnerId }),
    ];
    for (const api of others) {
      await expect(api.platform.audit.list({})).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(api.platform.audit.verify({})).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  it("cannot be read as a merchant's or a partner's log by its chain's id", async () => {
    const owner = await signInAs("owner2@olaria.example", "owner", { merchantId });
    await expect(owner.audit.list({ merchantId: PLATFORM_CHAIN })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(owner.partnerAudit.list({ partnerId: PLATFORM_CHAIN })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a user's own sign-in history", () => {
  const actsOf = async (person: Person) => (await (await person.api()).me.history({})).items;

  it("shows who acted, and no other user's entries", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    await byCode(person.email, { deviceToken: "bdev_first" });
    await byCode(person.email, { deviceToken: "bdev_second" });
    const helena = await signInAs("helena@operator.example", "owner", {});
    await helena.platform.people.switch({ email: other.email, to: "disabled" });
    await helena.platform.people.switch({ email: other.email, to: "enabled" });
    const acts = (await actsOf(person)).map(({ by, action, detail }) => `${by} ${action} ${detail["browser"] ?? ""}`);
    expect(acts.slice(0, 2)).toEqual(["you user.signed_in new", "you user.signed_in first"]);
    const session = await readSession((await createSession({}, other.userId)).sessionToken);
    const api = createConsoleCaller({ ctx: { caller: PUBLIC_CALLER, requestId: "test", ip: null }, session });
    const theirs = (await api.me.history({})).items;
    expect(theirs.slice(0, 2)).toMatchObject([
      { by: "operator", action: "user.enabled", ip: null, device: null },
      { by: "operator", action: "user.disabled", ip: null, device: null },
    ]);
    const { rows } = await query("SELECT ip FROM audit_entries WHERE action = 'user.disabled' AND subject_id = $1", [
      other.userId,
    ]);
    // Control: it is recorded but not shown to them.
    expect(rows).toEqual([{ ip: "203.0.113.9" }]);
  });

  it("pages without gap or repeat", async () => {
    const person = await newPerson();
    for (let count = 0; count < 11; count += 1) await byCode(person.email);
    const api = await person.api();
    const first = await api.me.history({});
    const second = await api.me.history({ cursor: first.older ?? "" });
    expect([...first.items, ...second.items].map(({ id }) => id).length).toBe(
      new Set([...first.items, ...second.items].map(({ id }) => id)).size,
    );
    expect([first.items.length, second.items.length >= 2, second.older]).toEqual([10, true, null]);
  });
});
