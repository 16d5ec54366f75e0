import { beforeEach, expect, it } from "vitest";
import { type Ctx, PUBLIC_CALLER } from "../../lib/context";
import { db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx as operator } from "../../test/rows/fixtures";
import { callerOfRole } from "../rules";
import { createUser } from "../users/create-user";
import { findActiveUser } from "../users/user-store";
import { acceptInvitation, readInvitationProblem } from "./accept-invitation";
import { removeMember } from "./change-member";
import { inviteMember } from "./invite-member";
import { listTeam } from "./list-team";

const visitor: Ctx = { ...operator, caller: PUBLIC_CALLER };
let made = 0;
let email: string;
let team: { merchantId: string };
let owner: Ctx;

beforeEach(async () => {
  made += 1;
  email = `rosa${made}@olaria.example`;
  team = { merchantId: (await createMerchant(operator, { brandName: "Olaria do Norte" })).id };
  const ana = { email: `ana${made}@olaria.example`, name: "Ana", role: "owner", ...team } as const;
  const { id } = await createUser(operator, ana);
  owner = { ...operator, caller: callerOfRole(id, { ...team, partnerId: null, role: "owner" }) };
});

/** Invites the person, and returns the mailed token. */
async function invite(): Promise<string> {
  await inviteMember(owner, { team, email, name: "Rosa", role: "admin" });
  const sql = "SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1";
  const { rows } = await query<{ text: string }>(sql, [email]);
  return /\/invitation\/(\S+)/.exec(rows[0]?.text ?? "")?.[1] ?? "none";
}

async function accept(token: string) {
  const user = await findActiveUser(db(), email);
  if (!user) throw new Error(`There is no user ${email}.`);
  return acceptInvitation(visitor, { token, user, name: null });
}

it("a member who was given a role directly, and was removed, does not come back by an earlier invitation", async () => {
  const token = await invite();
  const { id: userId } = await createUser(operator, { email, name: "Rosa", role: "viewer", ...team });
  expect([await readInvitationProblem({}, token), (await listTeam(owner, team)).invitations]).toEqual([
    "withdrawn",
    [],
  ]);
  await removeMember(owner, { team, userId });
  await expect(accept(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("control: an invitation after the removal, and one of another team, are accepted", async () => {
  const other = { merchantId: (await createMerchant(operator, { brandName: "Atelier Sul" })).id };
  const token = await invite();
  const { id: userId } = await createUser(operator, { email, name: "Rosa", role: "viewer", ...other });
  expect(await accept(token)).toMatchObject({ ...team, role: "admin" });
  await removeMember(owner, { team, userId });
  expect(await accept(await invite())).toMatchObject({ ...team, role: "admin" });
});
