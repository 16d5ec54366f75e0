import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLATFORM } from "../identity/rules";
import { createUser } from "../identity/users/create-user";
import { switchUser } from "../identity/users/switch-user";
import { takeRole } from "../identity/users/take-role";
import { closeDb, db } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { untilLocksWait } from "../test/database";
import { type ConsoleApi, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";

type Api = ConsoleApi["platform"];

const NAME = "Eva Cruz";

async function signIn(email: string): Promise<Api> {
  return (await consoleOf({ role: "viewer", merchantId }, email)).platform;
}

/** With a platform role, given before the session is read. */
async function signInAs(email: string, role: "owner" | "admin"): Promise<Api> {
  await createUser(operator, { email, name: NAME, role });
  return signIn(email);
}

let merchantId: string;
let owner: Api;
let admin: Api;
beforeAll(async () => {
  merchantId = (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  owner = await signInAs("helena@operator.example", "owner");
  admin = await signInAs("tiago@operator.example", "admin");
});
afterAll(() => closeDb());

const rolesOf = async (email: string) => {
  const { items } = await owner.people.list({ search: email, place: null, after: null });
  return (items[0]?.roles ?? []).map(({ role, placeName }) => `${role} of ${placeName ?? "the platform"}`);
};

describe("people of the operator's section", () => {
  it("get roles at a merchant, a partner or the installation, and are listed with all roles", async () => {
    const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
    const email = "rui@ribeira.example";
    await owner.people.give({ email: " Rui@Ribeira.example ", name: "Rui", role: "owner", partnerId });
    await owner.people.give({ email, name: "Rui", role: "finance", merchantId });
    await owner.people.give({ email, name: "Rui", role: "viewer" });
    expect(await rolesOf(email)).toEqual(["viewer of the platform", "owner of Ribeira", "finance of Olaria do Norte"]);
    const there = await owner.people.list({ search: null, place: { merchantId }, after: null });
    expect(there.items.map((person) => person.email)).toContain(email);
    await owner.people.take({ email, merchantId });
    expect(await rolesOf(email)).toEqual(["viewer of the platform", "owner of Ribeira"]);
  });

  it("can't get a role at an unknown partner", async () => {
    const giving = owner.people.give({ email: "a@x.example", name: NAME, role: "owner", partnerId: merchantId });
    await expect(giving).rejects.toMatchObject({ cause: { metadata: { errors: [{ field: "partner" }] } } });
  });

  it("are listed page by page without gaps and duplicates", async () => {
    for (let n = 10; n < 40; n += 1)
      await createUser(operator, { email: `p${n}@list.example`, name: NAME, role: "viewer", merchantId });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<Api["people"]["list"]>> = await owner.people.list({
        search: "@list.example",
        place: null,
        after,
      });
      seen.push(...page.items.map(({ email }) => email));
      after = page.next;
    } while (after !== null);
    expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `p${index + 10}@list.example`));
  });
});

describe("an owner of the installation", () => {
  const anOwner = "second@operator.example";

  it("is assigned by an owner and not by an admin", async () => {
    const wanted = { email: anOwner, name: NAME, role: "owner" } as const;
    await expect(admin.people.give(wanted)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await rolesOf(anOwner)).toEqual([]);
    await owner.people.give(wanted);
    expect(await rolesOf(anOwner)).toEqual(["owner of the platform"]);
  });

  it("can't be removed, disabled or enabled by an admin", async () => {
    const acts = [
      () => admin.people.take({ email: anOwner }),
      () => admin.people.switch({ email: anOwner, to: "disabled" }),
      () => admin.people.switch({ email: anOwner, to: "enabled" }),
      () => admin.people.resetSignIn({ email: anOwner }),
    ];
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await rolesOf(anOwner)).toEqual(["owner of the platform"]);
  });

  it("control: an admin can do all of that to other users", async () => {
    const email = "viewer@operator.example";
    await admin.people.give({ email, name: NAME, role: "admin" });
    await admin.people.switch({ email, to: "disabled" });
    await admin.people.switch({ email, to: "enabled" });
    await admin.people.resetSignIn({ email });
    await admin.people.take({ email });
    expect(await rolesOf(email)).toEqual([]);
  });

  it("can't be removed if it is the last one, except by the command line", async () => {
    const own = "helena@operator.example";
    await owner.people.take({ email: anOwner });
    const acts: [() => Promise<unknown>, string][] = [
      [() => owner.people.take({ email: own }), "role"],
      [() => owner.people.switch({ email: own, to: "disabled" }), "role"],
      [() => owner.people.give({ email: own, name: NAME, role: "admin" }), "email"],
    ];
    for (const [act, field] of acts) {
      await expect(act()).rejects.toMatchObject({ cause: { metadata: { errors: [{ field }] } } });
    }
    expect(await rolesOf(own)).toContain("owner of the platform");
    await switchUser(operator, { email: own, to: "disabled" });
    await switchUser(operator, { email: own, to: "enabled" });
  });

  it("remains when two owners remove each other concurrently", async () => {
    await owner.people.give({ email: anOwner, name: NAME, role: "owner" });
    const second = await signIn(anOwner);
    const ended = await Promise.allSettled([
      owner.people.take({ email: anOwner }),
      second.people.take({ email: "helena@operator.example" }),
    ]);
    expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await createUser(operator, { email: "helena@operator.example", name: NAME, role: "owner" });
    await takeRole(operator, { email: anOwner, context: PLATFORM }).catch(() => undefined);
  });

  it("remains active when two owners disable each other concurrently", async () => {
    await createUser(operator, { email: anOwner, name: NAME, role: "owner" });
    const second = await signIn(anOwner);
    const disabled = await atOnce([
      () => owner.people.switch({ email: anOwner, to: "disabled" }),
      () => second.people.switch({ email: "helena@operator.example", to: "disabled" }),
    ]);
    expect(disabled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

/** One waits for its user, the other for the lock of the team, so that neither sees the other, then continue. */
async function atOnce(acts: (() => Promise<unknown>)[]) {
  const { began } = await db().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM users FOR UPDATE`;
    const begun = acts.map((act) => act());
    await untilLocksWait(acts.length);
    return { began: Promise.allSettled(begun) };
  });
  return began;
}
