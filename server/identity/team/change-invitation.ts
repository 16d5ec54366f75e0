import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newSecret, sha256 } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { queueMail } from "../../mail/send-mail";
import type { UserRole } from "../rules";
import { invitationMail } from "./invitation-mail";
import { type InvitationRow, lockInvitation, renewInvitation, withdrawInvitationRow } from "./invitation-store";
import { requireWithinMailboxLimit } from "./invite-member";
import { INVITATION_PREFIX, INVITATION_TTL_S, MAX_SENDS, SEND_AGAIN_AFTER_S } from "./team-rules";
import { lockTeamFor, requireUnder, resolveTeam, type TeamOf } from "./team-scope";
import { nameOf } from "./team-store";

const TIMES = { ttlS: INVITATION_TTL_S, afterS: SEND_AGAIN_AFTER_S } as const;

type Which = { team: TeamOf; id: string };
/** An open invitation under the team's lock. `by`: the user who changes it. */
type Locked = { invitation: InvitationRow; by: string; teamName: string };

/**
 * Withdraws an invitation. Its token is no longer valid.
 * @throws AppError NOT_FOUND (accepted or withdrawn in the meantime), FORBIDDEN, MERCHANT_NOT_FOUND
 */
export async function withdrawInvitation(ctx: Ctx, which: Which): Promise<void> {
  await changeInvitation(ctx, which, "team.invitation_withdrawn", (tx) => withdrawInvitationRow(tx, which.id));
}

/**
 * Sends an invitation again with a new token. The previous token is no longer valid, and the week of validity restarts.
 * @throws AppError NOT_FOUND (accepted or withdrawn in the meantime), FORBIDDEN, TOO_MANY_REQUESTS, MERCHANT_NOT_FOUND
 */
export async function resendInvitation(ctx: Ctx, which: Which): Promise<void> {
  await changeInvitation(ctx, which, "team.invitation_resent", async (tx, { invitation, by, teamName }) => {
    if (invitation.sentCount >= MAX_SENDS) {
      const message = `This invitation was already sent ${MAX_SENDS} times. Cancel it, or contact the person another way.`;
      throw new AppError("TOO_MANY_REQUESTS", { message });
    }
    await requireWithinMailboxLimit(tx, invitation.email);
    const token = newSecret(INVITATION_PREFIX);
    const renewed = { id: which.id, tokenHash: sha256(token), invitedBy: by, ...TIMES };
    if (!(await renewInvitation(tx, renewed))) {
      throw new AppError("TOO_MANY_REQUESTS", {
        message: "This invitation was sent a moment ago. Wait a minute, then try again.",
      });
    }
    const { email } = invitation;
    const role = invitation.role as UserRole;
    const isPartner = invitation.partnerId !== null;
    const mail = invitationMail({ token, team: teamName, isPartner, role, by: await nameOf(tx, by), email });
    await queueMail(tx, { recipient: email, ...mail });
  });
}

async function changeInvitation(
  ctx: Ctx,
  { team, id }: Which,
  action: string,
  write: (tx: Tx, locked: Locked) => Promise<void>,
): Promise<void> {
  const scope = await resolveTeam(ctx, team);
  const { merchantId, partnerId, name: teamName } = scope;
  await inTransaction(ctx, async (tx) => {
    const own = await lockTeamFor(tx, ctx, scope);
    const invitation = await lockInvitation(tx, scope, id);
    if (!invitation) throw new AppError("NOT_FOUND", { message: "This invitation is no longer valid." });
    const { email, role } = invitation;
    requireUnder(own.role, role);
    await write(tx, { invitation, by: own.id, teamName });
    await recordAudit(tx, ctx, { action, merchantId, partnerId, subjectId: id, detail: { email, role } });
  });
}
