import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { lockInvitation, withdrawInvitationRow } from "./invitation-store";
import { lockTeamFor, requireUnder, resolveTeam, type TeamOf } from "./team-scope";

/**
 * Withdraws an invitation. Its token is no longer valid.
 * @throws AppError NOT_FOUND (accepted or withdrawn in the meantime), FORBIDDEN, MERCHANT_NOT_FOUND
 */
export async function withdrawInvitation(ctx: Ctx, { team, id }: { team: TeamOf; id: string }): Promise<void> {
  const scope = await resolveTeam(ctx, team);
  await inTransaction(ctx, async (tx) => {
    const own = await lockTeamFor(tx, ctx, scope);
    const invitation = await lockInvitation(tx, scope, id);
    if (!invitation) throw new AppError("NOT_FOUND", { message: "This invitation is no longer valid." });
    const { email, role } = invitation;
    requireUnder(own.role, role);
    await withdrawInvitationRow(tx, id);
    const { merchantId, partnerId } = scope;
    const fact = { action: "team.invitation_withdrawn", merchantId, partnerId, subjectId: id };
    await recordAudit(tx, ctx, { ...fact, detail: { email, role } });
  });
}
