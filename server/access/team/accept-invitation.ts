import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { type Db, dbOf, inTransaction } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { readMerchant, readPartnerName } from "../../merchants/read-merchant";
import type { Context } from "../rules";
import type { SignedInUser } from "../sessions";
import { findInvitationByToken, findInvitationEnd, type InvitationRow, spendInvitation } from "./invitation-store";
import { INVITATION_PREFIX, MAX_NAME_LENGTH, mayGive } from "./team-rules";
import { findRolesReaching, insertMember, lockTeam, updateName } from "./team-store";

const TOKEN = new RegExp(`^${INVITATION_PREFIX}[\\w-]{43}$`);

export type ShownInvitation = Pick<InvitationRow, "email" | "role" | "invitedBy" | "expiresAt"> & { place: string };

/**
 * Whether who asked may still give that role: whoever was lowered, taken out or disabled meanwhile, wherever their right
 * came from, has nobody come in by what they mailed before.
 */
async function isStoodFor(db: Db, invitation: InvitationRow): Promise<boolean> {
  return mayGive(await findRolesReaching(db, invitation.invitedById, invitation), invitation.role);
}

/**
 * What a mailed token opens, for its page: null when it was used, withdrawn, replaced, is over or never was, or nobody
 * stands for it any more.
 */
export async function readInvitation(ctx: Pick<Ctx, "tx">, token: string): Promise<ShownInvitation | null> {
  const found = TOKEN.test(token) ? await findInvitationByToken(dbOf(ctx), sha256(token)) : null;
  if (!found || found.isExpired || !(await isStoodFor(dbOf(ctx), found))) return null;
  const { email, role, invitedBy, expiresAt } = found;
  return { email, role, invitedBy, expiresAt, place: await placeName(ctx, found) };
}

/** Why a token opens nothing. `not-stood-for`: whoever sent it may not invite (any more); `unknown`: a newer mail, or no token. */
export type WhyNotOpen = "used" | "withdrawn" | "over" | "not-stood-for" | "unknown";

/** Why `readInvitation` answers null, for whoever holds the token. */
export async function readWhyNotOpen(ctx: Pick<Ctx, "tx">, token: string): Promise<WhyNotOpen> {
  const end = TOKEN.test(token) ? await findInvitationEnd(dbOf(ctx), sha256(token)) : null;
  // One that is open, and opens nothing, is stood for by nobody.
  return end === "open" ? "not-stood-for" : (end ?? "unknown");
}

async function placeName(ctx: Pick<Ctx, "tx">, { merchantId, partnerId }: Context): Promise<string> {
  if (merchantId !== null) return (await readMerchant(ctx, merchantId)).brandName;
  return partnerId === null ? "this installation" : ((await readPartnerName(ctx, partnerId)) ?? "a partner");
}

/**
 * Makes the signed-in person a member, once, if it is they who were invited: by address, whoever else holds the mail.
 * Somebody who is a member by now keeps the role that they have. `name`: what they say they are called, taken from
 * somebody who has no role anywhere yet.
 * @throws AppError NOT_FOUND (used, withdrawn, over, stood for by nobody, or somebody else's), VALIDATION_ERROR on `name`
 */
export async function acceptInvitation(
  ctx: Ctx,
  { token, user, name }: { token: string; user: SignedInUser; name: string | null },
): Promise<Context> {
  const gone = () => new AppError("NOT_FOUND", { message: "This invitation is not open any more." });
  const called = name?.trim() ?? null;
  if (called !== null && (!called || called.length > MAX_NAME_LENGTH)) {
    throw invalidField("name", `1 to ${MAX_NAME_LENGTH} characters`);
  }
  if (!TOKEN.test(token)) throw gone();
  return inTransaction(ctx, async (tx) => {
    const found = await findInvitationByToken(tx, sha256(token));
    if (!found) throw gone();
    // Before the row, as whoever changes the team does: or the two could wait for each other.
    await lockTeam(tx, found);
    if (!(await isStoodFor(tx, found))) throw gone();
    const spent = await spendInvitation(tx, { tokenHash: sha256(token), email: user.email });
    if (!spent) throw gone();
    const { merchantId, partnerId, role, id } = spent;
    if (called !== null && user.memberships.length === 0) await updateName(tx, user.id, called);
    const joined = await insertMember(tx, { id: newId(), userId: user.id, role, merchantId, partnerId });
    const fact = { action: "team.joined", merchantId, partnerId, subjectId: user.id };
    await recordAudit(tx, ctx, {
      ...fact,
      detail: { email: user.email, role, invitation: id, already_member: !joined },
    });
    return { merchantId, partnerId };
  });
}
