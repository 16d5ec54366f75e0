import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newSecret, sha256 } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { queueMail } from "../../mail/send-mail";
import type { UserRole } from "../rules";
import { invitationMail } from "./invitation-mail";
import { lockInvitation, renewInvitation } from "./invitation-store";
import { INVITATION_PREFIX, INVITATION_TTL_S, MAX_SENDS, SEND_AGAIN_AFTER_S } from "./team-rules";
import { lockTeamFor, requireUnder, resolveTeam, type TeamOf } from "./team-scope";
import { nameOf } from "./team-store";

const TIMES = { ttlS: INVITATION_TTL_S, afterS: SEND_AGAIN_AFTER_S } as const;

/**
 * Sends an invitation again with a new token. The previous token is no longer valid, and the week of validity restarts.
 * @throws AppError NOT_FOUND (accepted or withdrawn in the meantime), FORBIDDEN, TOO_MANY_REQUESTS, MERCHANT_NOT_FOUND
 */
export async function resendInvitation(ctx: Ctx, { team, id }: { team: TeamOf; id: string }): Promise<void> {
  const scope = await resolveTeam(ctx, team);
  await inTransaction(ctx, async (tx) => {
    const own = await lockTeamFor(tx, ctx, scope);
    const invitation = await lockInvitation(tx, scope, id);
    if (!invitation) throw new AppError("NOT_FOUND", { message: "This invitation is no longer valid." });
    requireUnder(own.role, invitation.role);
    if (invitation.sentCount >= MAX_SENDS) {
      const message = `This invitation was already sent ${MAX_SENDS} times. Cancel it, or contact the person another way.`;
      throw new AppError("TOO_MANY_REQUESTS", { message });
    }
    const token = newSecret(INVITATION_PREFIX);
    const renewed = { id, tokenHash: sha256(token), invitedBy: own.id, ...TIMES };
    if (!(await renewInvitation(tx, renewed))) {
      throw new AppError("TOO_MANY_REQUESTS", {
        message: "This invitation was sent a moment ago. Wait a minute, then try again.",
      });
    }
    const { email } = invitation;
    const role = invitation.role as UserRole;
    const by = await nameOf(tx, own.id);
    await queueMail(tx, { recipient: email, ...invitationMail({ token, team: scope.name, role, by, email }) });
    const { merchantId, partnerId } = scope;
    const fact = { action: "team.invitation_resent", merchantId, partnerId, subjectId: id };
    await recordAudit(tx, ctx, { ...fact, detail: { email, role } });
  });
}
