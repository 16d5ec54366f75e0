import { beforeEach, describe, expect, it } from "vitest";
import { type Ctx, PUBLIC_CALLER } from "../../lib/context";
import { db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { moveClock, query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { type Context, callerOfRole, type UserRole } from "../rules";
import { createUser } from "../users/create-user";
import { switchUser } from "../users/switch-user";
import { takeRole } from "../users/take-role";
import { findActiveUser, type SignedInUser } from "../users/user-store";
import { acceptInvitation, type InvitationProblem, readInvitation, readInvitationProblem } from "./accept-invitation";
import { resendInvitation, withdrawInvitation } from "./change-invitation";
import { changeMemberRole, removeMember } from "./change-member";
import { inviteMember } from "./invite-member";
import { listTeam } from "./list-team";
import { MAX_TO_MAILBOX_PER_DAY } from "./team-rules";

type Person = { ctx: Ctx; id: string; email: string };

let made = 0;
let team: { merchantId: string };
let owner: Person;

async function person(role: UserRole, scope: { merchantId: string } | { partnerId: string } = team): Promise<Person> {
  made += 1;
  const email = `person${made}@olaria.example`;
  const { id } = await createUser(operator, { email, name: `Person ${made}`, role, ...scope });
  const context = { merchantId: null, partnerId: null, ...scope, role };
  return { id, email, ctx: { ...operator, caller: callerOfRole(id, context) } };
}

beforeEach(async () => {
  team = { merchantId: (await createMerchant(operator, { brandName: "Olaria do Norte" })).id };
  owner = await person("owner");
});

function newEmail(): string {
  made += 1;
  return `new${made}@olaria.example`;
}

async function lastMail(email: string): Promise<{ token: string; text: string }> {
  const { rows } = await query<{ text: string }>(
    "SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  const text = rows[0]?.text ?? "";
  return { text, token: /\/invitation\/(\S+)/.exec(text)?.[1] ?? "none" };
}

async function userOf(email: string): Promise<SignedInUser> {
  const user = await findActiveUser(db(), email);
  if (!user) throw new Error(`Nobody has the address ${email}.`);
  return user;
}

const visitor: Ctx = { ...operator, caller: PUBLIC_CALLER };
const accept = async (token: string, email: string, name: string | null = null) =>
  acceptInvitation(visitor, { token, user: await userOf(email), name });
const invite = (by: Person, email: string, role: UserRole = "developer") =>
  inviteMember(by.ctx, { team, email, name: "Rosa Pinto", role });
const rolesIn = async () => (await listTeam(owner.ctx, team)).members.map(({ email, role }) => [email, role]);
const GONE = { code: "NOT_FOUND" };

describe("an invitation", () => {
  it("is accepted only by its address, once, and gives only its role in its organisation", async () => {
    const email = newEmail();
    const stranger = await person("viewer");
    await invite(owner, email.toUpperCase());
    const { token, text } = await lastMail(email);
    expect(text).toContain("Olaria do Norte");
    expect(await readInvitation({}, token)).toMatchObject({ email, role: "developer", team: "Olaria do Norte" });
    await expect(accept(token, stranger.email)).rejects.toMatchObject(GONE);
    expect((await userOf(email)).memberships).toEqual([]);
    await expect(accept(token, email, "Rosa\nPinto")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await accept(token, email, "Rosa Maria Pinto")).toEqual({ ...team, partnerId: null, role: "developer" });
    const joined = await userOf(email);
    expect(joined).toMatchObject({ name: "Rosa Maria Pinto", memberships: [{ ...team, role: "developer" }] });
    await expect(accept(token, email)).rejects.toMatchObject(GONE);
    expect([await readInvitation({}, token), await readInvitationProblem({}, token)]).toEqual([null, "used"]);
    expect((await listTeam(owner.ctx, team)).invitations).toEqual([]);
  });

  it("to an invalid address is rejected", () =>
    expect(invite(owner, "0,victim@x.example")).rejects.toMatchObject({ code: "VALIDATION_ERROR" }));

  it("is accepted once by concurrent requests", async () => {
    const email = newEmail();
    await invite(owner, email);
    const { token } = await lastMail(email);
    const presses = await Promise.allSettled(Array.from({ length: 8 }, () => accept(token, email)));
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("expires after seven days, and is valid again when resent, only with the new link", async () => {
    const email = newEmail();
    const { id } = await invite(owner, email);
    const { token: first } = await lastMail(email);
    await expect(resendInvitation(owner.ctx, { team, id })).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await moveClock("7 days 1 second");
    await expect(accept(first, email)).rejects.toMatchObject(GONE);
    expect(await readInvitationProblem({}, first)).toBe("over");
    expect((await listTeam(owner.ctx, team)).invitations).toMatchObject([{ id, isExpired: true }]);
    await resendInvitation(owner.ctx, { team, id });
    const { token: second } = await lastMail(email);
    expect(second).not.toBe(first);
    expect(await readInvitationProblem({}, first)).toBe("unknown");
    await expect(accept(first, email)).rejects.toMatchObject(GONE);
    await accept(second, email);
    expect(await rolesIn()).toContainEqual([email, "developer"]);
  });

  it("is invalid once cancelled or once its sender was removed", async () => {
    const admin = await person("admin");
    const [withdrawn, orphan] = [newEmail(), newEmail()];
    const { id } = await invite(admin, withdrawn);
    await invite(admin, orphan, "admin");
    await withdrawInvitation(owner.ctx, { team, id });
    await expect(accept((await lastMail(withdrawn)).token, withdrawn)).rejects.toMatchObject(GONE);
    expect(await readInvitationProblem({}, (await lastMail(withdrawn)).token)).toBe("withdrawn");
    await removeMember(owner.ctx, { team, userId: admin.id });
    await expect(accept((await lastMail(orphan)).token, orphan)).rejects.toMatchObject(GONE);
    expect(await rolesIn()).toEqual([[owner.email, "owner"]]);
  });

  describe("whose sender", () => {
    const lowered = (by: Person) => createUser(operator, { ...team, email: by.email, name: "Eva Cruz", role: "admin" });
    const scope = (): Context => ({ merchantId: team.merchantId, partnerId: null });
    const losses: [string, (by: Person) => Promise<unknown>, InvitationProblem][] = [
      ["is lowered under the role that was offered", lowered, "sender-not-allowed"],
      ["is taken out by the operator", (by) => takeRole(operator, { email: by.email, context: scope() }), "withdrawn"],
      ["is disabled", (by) => switchUser(operator, { email: by.email, to: "disabled" }), "sender-not-allowed"],
    ];

    it.each(losses)("%s opens nothing", async (_, lose, problem) => {
      const sender = await person("owner");
      const email = newEmail();
      await invite(sender, email, "owner");
      const { token } = await lastMail(email);
      await lose(sender);
      expect(await readInvitation(visitor, token)).toBeNull();
      expect(await readInvitationProblem(visitor, token)).toBe(problem);
      await expect(accept(token, email)).rejects.toMatchObject(GONE);
      expect((await rolesIn()).map(([of]) => of)).not.toContain(email);
    });

    it("control: still may give the role: it is accepted, and so is one resent by another member", async () => {
      const sender = await person("owner");
      const [offered, again] = [newEmail(), newEmail()];
      await invite(sender, offered, "admin");
      const { id } = await invite(sender, again, "owner");
      await moveClock("61 seconds");
      await resendInvitation(owner.ctx, { team, id });
      await lowered(sender);
      await accept((await lastMail(offered)).token, offered);
      await accept((await lastMail(again)).token, again);
      expect(await rolesIn()).toEqual(
        expect.arrayContaining([
          [offered, "admin"],
          [again, "owner"],
        ]),
      );
    });
  });

  it("is rejected for a member, an invited address, and an address with too many invitations", async () => {
    const email = newEmail();
    await invite(owner, email);
    const errors = [{ field: "email", message: expect.stringMatching(/^(This|Enter) .+\.$/) }];
    await expect(invite(owner, email)).rejects.toMatchObject({ metadata: { errors } });
    await expect(invite(owner, owner.email)).rejects.toMatchObject({ metadata: { errors } });
    await expect(invite(owner, "not an address")).rejects.toMatchObject({ metadata: { errors } });
    const pestered = newEmail();
    for (let count = 0; count < MAX_TO_MAILBOX_PER_DAY; count += 1) {
      const { id } = await invite(owner, pestered);
      await withdrawInvitation(owner.ctx, { team, id });
    }
    await expect(invite(owner, pestered)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
    await moveClock("1 day 1 second");
    await invite(owner, pestered);
  });
});

describe("a role", () => {
  it("above one's own can't be assigned, changed or removed", async () => {
    const admin = await person("admin");
    const finance = await person("finance");
    const forbidden = { code: "FORBIDDEN" };
    await expect(invite(admin, newEmail(), "owner")).rejects.toMatchObject(forbidden);
    await expect(changeMemberRole(admin.ctx, { team, userId: admin.id, role: "owner" })).rejects.toMatchObject(
      forbidden,
    );
    await expect(changeMemberRole(admin.ctx, { team, userId: owner.id, role: "viewer" })).rejects.toMatchObject(
      forbidden,
    );
    await expect(removeMember(admin.ctx, { team, userId: owner.id })).rejects.toMatchObject(forbidden);
    await changeMemberRole(admin.ctx, { team, userId: finance.id, role: "admin" });
    expect((await listTeam(admin.ctx, team)).mayGive).toEqual(["admin", "developer", "finance", "viewer"]);
  });

  it("is checked when used, not when the page was opened", async () => {
    const admin = await person("admin");
    await changeMemberRole(owner.ctx, { team, userId: admin.id, role: "viewer" });
    // The context was read before and still has the role admin.
    await expect(invite(admin, newEmail())).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await listTeam(admin.ctx, team)).toMatchObject({ mayGive: [], invitations: [] });
  });

  it("of the last owner can't be removed, also not by two owners who remove each other concurrently", async () => {
    const errors = [{ field: "role" }];
    await expect(removeMember(owner.ctx, { team, userId: owner.id })).rejects.toMatchObject({ metadata: { errors } });
    const lowered = changeMemberRole(owner.ctx, { team, userId: owner.id, role: "admin" });
    await expect(lowered).rejects.toMatchObject({ metadata: { errors } });
    const other = await person("owner");
    await Promise.allSettled([
      removeMember(owner.ctx, { team, userId: other.id }),
      removeMember(other.ctx, { team, userId: owner.id }),
    ]);
    const { rows } = await query("SELECT 1 FROM memberships WHERE merchant_id = $1 AND role = 'owner'", [
      team.merchantId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it("of a disabled owner does not count: the last active owner stays", async () => {
    const other = await person("owner");
    await query("UPDATE users SET disabled_at = app_now() WHERE id = $1", [other.id]);
    await expect(removeMember(owner.ctx, { team, userId: owner.id })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});

it("a partner's members are a team of their own and manage its merchants' teams", async () => {
  const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
  const { id: merchantId } = await createMerchant(operator, { brandName: "Atelier Sul", partnerId });
  const partner = await person("owner", { partnerId });
  const email = newEmail();
  await inviteMember(partner.ctx, { team: { merchantId }, email, name: "Rosa", role: "owner" });
  await accept((await lastMail(email)).token, email);
  expect(await listTeam(partner.ctx, { merchantId })).toMatchObject({
    ownedBy: "Ribeira",
    members: [{ email, role: "owner", isOnlyOwner: true, mayChange: false, isYou: false }],
  });
  expect((await listTeam(partner.ctx, { partnerId })).members.map(({ email: of }) => of)).toEqual([partner.email]);
  await expect(listTeam(owner.ctx, { partnerId })).rejects.toMatchObject(GONE);
  await expect(listTeam(partner.ctx, team)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
});
