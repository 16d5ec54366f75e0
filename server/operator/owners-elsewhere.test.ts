import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUser } from "../identity/users/create-user";
import { takeRole } from "../identity/users/take-role";
import { closeDb, db } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { query, untilLocksWait } from "../test/database";
import { type ConsoleApi, consoleAs, consoleOf } from "../test/person";
import { ctx as operator } from "../test/rows/fixtures";

type Api = ConsoleApi["platform"];
type Place = { merchantId: string } | { partnerId: string };

const NAME = "Eva Cruz";
const OWNED = "owner@shop.example";
const places: { merchant: Place; partner: Place } = { merchant: { merchantId: "" }, partner: { partnerId: "" } };
let owner: Api;
let admin: Api;

beforeAll(async () => {
  places.merchant = { merchantId: (await createMerchant(operator, { brandName: "Olaria do Norte" })).id };
  places.partner = { partnerId: (await createPartner(operator, { name: "Ribeira" })).id };
  owner = (await consoleOf({ role: "owner" }, "helena@operator.example")).platform;
  admin = (await consoleOf({ role: "admin" }, "tiago@operator.example")).platform;
});
afterAll(() => closeDb());

async function roleAt(place: Place, email = OWNED): Promise<string | undefined> {
  const { items } = await owner.people.list({ search: email, place, after: null });
  const where = { merchantId: null, partnerId: null, ...place };
  const roles = items[0]?.roles ?? [];
  return roles.find((each) => each.merchantId === where.merchantId && each.partnerId === where.partnerId)?.role;
}

describe.each(["merchant", "partner"] as const)("an owner of a %s", (kind) => {
  const give = (api: Api, role: "owner" | "admin" | "viewer", email = OWNED) =>
    api.people.give({ email, name: NAME, role, ...places[kind] });
  const refused = { code: "FORBIDDEN", message: expect.stringContaining("Only an owner can") };

  it("is assigned by an owner of the installation and not by an admin, also not for themselves", async () => {
    await expect(give(admin, "owner")).rejects.toMatchObject(refused);
    await expect(give(admin, "owner", "tiago@operator.example")).rejects.toMatchObject(refused);
    expect(await roleAt(places[kind])).toBeUndefined();
    await give(owner, "owner");
    expect(await roleAt(places[kind])).toBe("owner");
  });

  it("can't be removed by an admin", async () => {
    await expect(admin.people.take({ email: OWNED, ...places[kind] })).rejects.toMatchObject(refused);
    expect(await roleAt(places[kind])).toBe("owner");
  });

  it("who is the only one is not removed and not lowered by adding them again, and may be by the command line", async () => {
    const member = {
      cause: { metadata: { errors: [{ field: "email", message: expect.stringContaining("as owner") }] } },
    };
    for (const api of [owner, admin]) await expect(give(api, "viewer")).rejects.toMatchObject(member);
    const only = { cause: { metadata: { errors: [{ field: "role" }] } } };
    await expect(owner.people.take({ email: OWNED, ...places[kind] })).rejects.toMatchObject(only);
    expect(await roleAt(places[kind])).toBe("owner");
    const lowered = await createUser(operator, { email: OWNED, name: NAME, role: "viewer", ...places[kind] });
    expect([lowered.from, await roleAt(places[kind])]).toEqual(["owner", "viewer"]);
  });

  it("control: an admin assigns and removes every other role", async () => {
    const email = "viewer@shop.example";
    await give(admin, "admin", email);
    expect(await roleAt(places[kind], email)).toBe("admin");
    await admin.people.take({ email, ...places[kind] });
    expect(await roleAt(places[kind], email)).toBeUndefined();
  });

  it("is assigned and removed by the command line, and each change is in the organisation's audit log", async () => {
    const email = `first@${kind}.example`;
    for (const role of ["viewer", "owner"] as const)
      await createUser(operator, { email, name: NAME, role, ...places[kind] });
    const context = { merchantId: null, partnerId: null, ...places[kind] };
    const { id } = await takeRole(operator, { email, context });
    const sql = `SELECT action, chain_id::text AS chain, before->>'role' AS "from", after->>'role' AS "to"
      FROM audit_entries WHERE subject_id = $1 ORDER BY seq`;
    const { rows } = await query(sql, [id]);
    const chain = context.merchantId ?? context.partnerId;
    expect(rows).toEqual([
      { action: "user.role_given", chain, from: null, to: "viewer" },
      { action: "team.role_changed", chain, from: "viewer", to: "owner" },
      { action: "team.removed", chain, from: "owner", to: null },
    ]);
  });

  it("remains when the operator and the other owner remove one of them each, concurrently", async () => {
    const [one, other] = [`one@${kind}.example`, `other@${kind}.example`];
    const [{ id }, { id: userId }] = [await give(owner, "owner", one), await give(owner, "owner", other)];
    const theirs = await consoleAs(id);
    const { ended } = await db().$transaction(async (tx) => {
      // One waits for its user, the other for the lock of the team.
      await tx.$queryRaw`SELECT id FROM users FOR UPDATE`;
      const place = places[kind];
      const removing = [
        owner.people.take({ email: one, ...place }),
        "merchantId" in place
          ? theirs.team.remove({ ...place, userId })
          : theirs.partnerTeam.remove({ ...place, userId }),
      ];
      await untilLocksWait(removing.length);
      return { ended: Promise.allSettled(removing) };
    });
    expect((await ended).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([await roleAt(places[kind], one), await roleAt(places[kind], other)]).toContain("owner");
  });
});
