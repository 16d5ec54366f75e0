import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newSecret, sha256 } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { queueMail } from "../../mail/send-mail";
import type { UserRole } from "../rules";
import { invitationMail } from "./invitation-mail";
import { lockInvitation, renewInvitation } from "./invitation-store";
import { lockTeamFor, requireUnder, resolveTeam, type TeamOf } from "./team-place";
import { INVITATION_PREFIX, INVITATION_TTL_S, MAX_SENDS, SEND_AGAIN_AFTER_S } from "./team-rules";
import { nameOf } from "./team-store";

const TIMES = { ttlS: INVITATION_TTL_S, afterS: SEND_AGAIN_AFTER_S } as const;

/**
 * Mails an invitation again, with another token: the one before opens nothing any more, and the week begins anew.
 * @throws AppError NOT_FOUND (accepted or withdrawn meanwhile), FORBIDDEN, TOO_MANY_REQUESTS, MERCHANT_NOT_FOUND
 */
export async function resendInvitation(ctx: Ctx, { team, id }: { team: TeamOf; id: string }): Promise<void> {
  const place = await resolveTeam(ctx, team);
  await inTransaction(ctx, async (tx) => {
    const own = await lockTeamFor(tx, ctx, place);
    const invitation = await lockInvitation(tx, place, id);
    if (!invitation) throw new AppError("NOT_FOUND", { message: "This invitation is not open any more." });
    requireUnder(own.role, invitation.role);
    if (invitation.sentCount >= MAX_SENDS) {
      const message = `It was mailed ${MAX_SENDS} times. Nothing was mailed. Withdraw it, and ask them another way.`;
      throw new AppError("TOO_MANY_REQUESTS", { message });
    }
    const token = newSecret(INVITATION_PREFIX);
    const renewed = { id, tokenHash: sha256(token), invitedBy: own.id, ...TIMES };
    if (!(await renewInvitation(tx, renewed))) {
      throw new AppError("TOO_MANY_REQUESTS", {
        message: "It was mailed a moment ago. Wait a minute, then try again.",
      });
    }
    const { email } = invitation;
    const role = invitation.role as UserRole;
    const by = await nameOf(tx, own.id);
    await queueMail(tx, { recipient: email, ...invitationMail({ token, place: place.name, role, by, email }) });
    const { merchantId, partnerId } = place;
    const fact = { action: "team.invitation_resent", merchantId, partnerId, subjectId: id };
    await recordAudit(tx, ctx, { ...fact, detail: { email, role } });
  });
}
