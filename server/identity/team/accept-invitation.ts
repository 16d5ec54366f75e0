import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { type Db, dbOf, inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { checkName } from "../../lib/names";
import { nameInMail } from "../../mail/fill-text";
import { consoleLink } from "../../merchants/mail-lines";
import { queueNotification } from "../../merchants/notifications/queue-notification";
import { readMerchant, readPartnerName } from "../../merchants/read-merchant";
import type { Context, Role } from "../rules";
import type { SignedInUser } from "../sessions/sessions";
import { listRoles } from "../users/user-store";
import { findInvitationByToken, findInvitationEnd, type InvitationRow, spendInvitation } from "./invitation-store";
import { INVITATION_PREFIX, mayGive } from "./team-rules";
import { findRolesReaching, insertMember, lockTeam, updateName } from "./team-store";

const TOKEN = new RegExp(`^${INVITATION_PREFIX}[\\w-]{43}$`);

export type ShownInvitation = Pick<InvitationRow, "email" | "role" | "invitedBy" | "expiresAt" | "partnerId"> & {
  team: string;
};

/**
 * Whether the sender may still give the invited role. False once the sender was demoted, removed or disabled, wherever
 * their right came from; then the invitation is no longer valid.
 */
async function mayStillInvite(db: Db, invitation: InvitationRow): Promise<boolean> {
  return mayGive(await findRolesReaching(db, invitation.invitedById, invitation), invitation.role);
}

/**
 * The invitation of a mailed token, for its page. Null: unknown, accepted, withdrawn, replaced by a newer mail, or
 * expired, or the sender may no longer give the role.
 */
export async function readInvitation(ctx: Pick<Ctx, "tx">, token: string): Promise<ShownInvitation | null> {
  const found = TOKEN.test(token) ? await findInvitationByToken(dbOf(ctx), sha256(token)) : null;
  if (!found || found.isExpired || !(await mayStillInvite(dbOf(ctx), found))) return null;
  const { email, role, invitedBy, expiresAt, partnerId } = found;
  return { email, role, invitedBy, expiresAt, partnerId, team: await teamName(ctx, found) };
}

/**
 * Why a token is not valid. `sender-not-allowed`: the sender may no longer give the role; `unknown`: a newer mail
 * replaced the token, or it never existed.
 */
export type InvitationProblem = "used" | "withdrawn" | "over" | "sender-not-allowed" | "unknown";

/** Why `readInvitation` returned null. */
export async function readInvitationProblem(ctx: Pick<Ctx, "tx">, token: string): Promise<InvitationProblem> {
  const end = TOKEN.test(token) ? await findInvitationEnd(dbOf(ctx), sha256(token)) : null;
  // An open invitation that `readInvitation` refuses has a sender who may no longer give the role.
  return end === "open" ? "sender-not-allowed" : (end ?? "unknown");
}

async function teamName(ctx: Pick<Ctx, "tx">, { merchantId, partnerId }: Context): Promise<string> {
  if (merchantId !== null) return (await readMerchant(ctx, merchantId)).brandName;
  return partnerId === null ? "this installation" : ((await readPartnerName(ctx, partnerId)) ?? "a partner");
}

/**
 * Makes the signed-in user a member, once, if the invitation was sent to the user's own address. A user who is already
 * a member keeps their role. `name` is stored only for a user without any role.
 * @throws AppError NOT_FOUND (accepted, withdrawn, expired, sent to another address, or its sender may no longer give
 *   the role), VALIDATION_ERROR on `name`
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, user, name }: { token: string; user: SignedInUser; name: string | null },
): Promise<Role> {
  const gone = () => new AppError("NOT_FOUND", { message: "This invitation is no longer valid." });
  const called = name === null ? null : checkName(name);
  if (!TOKEN.test(token)) throw gone();
  return inTransaction(ctx, async (tx) => {
    const found = await findInvitationByToken(tx, sha256(token));
    if (!found) throw gone();
    // Locks the team before the invitation, in the order of every other change of a team. The opposite order could
    // deadlock.
    await lockTeam(tx, found);
    if (!(await mayStillInvite(tx, found))) throw gone();
    const spent = await spendInvitation(tx, { tokenHash: sha256(token), email: user.email });
    if (!spent) throw gone();
    const { merchantId, partnerId, role, id } = spent;
    // The session's own list is empty while a required second factor is missing.
    if (called !== null && (await listRoles(tx, user.id)).length === 0) await updateName(tx, user.id, called);
    const joined = await insertMember(tx, { id: newId(), userId: user.id, role, merchantId, partnerId });
    const fact = { action: "team.joined", merchantId, partnerId, subjectId: user.id };
    await recordAudit(tx, ctx, {
      ...fact,
      detail: { email: user.email, role, invitation: id, already_member: !joined },
    });
    if (joined && merchantId !== null) await notifyOfMember(tx, merchantId, { email: user.email, role });
    return { merchantId, partnerId, role };
  });
}

/** E-mails the people who chose to be notified of new members, except the new member. */
async function notifyOfMember(tx: Tx, merchantId: string, { email, role }: { email: string; role: string }) {
  const { brandName } = await readMerchant({ tx }, merchantId);
  const team = nameInMail(brandName);
  const text = [
    `${email} accepted an invitation and is now a member of ${team}. Role: ${role}.`,
    "",
    `If you did not expect this, remove the member: ${consoleLink(merchantId, "/console/team")}`,
  ].join("\n");
  const mail = { merchantId, kind: "member_joined", subject: `New member of ${team}`, text } as const;
  await queueNotification(tx, mail, { exceptFor: email });
}
