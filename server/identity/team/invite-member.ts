import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newSecret, sha256 } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { checkName } from "../../lib/names";
import { normaliseMailAddress } from "../../mail/mail-address";
import { queueMail } from "../../mail/send-mail";
import { type Context, isSameContext, PLATFORM, type UserRole } from "../rules";
import { invitationMail } from "./invitation-mail";
import { countMailsOfDay, countOfDay, insertInvitation } from "./invitation-store";
import { INVITATION_PREFIX, INVITATION_TTL_S, MAX_PER_TEAM_PER_DAY, MAX_TO_MAILBOX_PER_DAY } from "./team-rules";
import { lockTeamFor, requireUnder, resolveTeam, type TeamOf } from "./team-scope";
import { ensureUser, findMembers, nameOf } from "./team-store";

type Invite = { team: TeamOf; email: string; name: string; role: UserRole };

/** The rules of the form alone. @throws AppError VALIDATION_ERROR on `email`, `name` */
export function checkNewcomer(input: Pick<Invite, "email" | "name">): { email: string; name: string } {
  const email = normaliseMailAddress(input.email);
  if (email === null) throw invalidField("email", "Enter an e-mail address.");
  return { email, name: checkName(input.name) };
}

/**
 * Sends an invitation to a team. Only the invited address can accept it. The address becomes a user without a role, so
 * that it can sign in to accept. `name` is stored for a new user only.
 * @throws AppError VALIDATION_ERROR (on `email`, `name`, `role`), FORBIDDEN (a role above one's own),
 *   TOO_MANY_REQUESTS, MERCHANT_NOT_FOUND, NOT_FOUND
 */
export async function inviteMember(
  ctx: Ctx,
  { team: of, role, ...input }: Invite,
): Promise<{ id: string; email: string }> {
  const { email, name } = checkNewcomer(input);
  const scope = await resolveTeam(ctx, of);
  return inTransaction(ctx, async (tx) => {
    const own = await lockTeamFor(tx, ctx, scope);
    requireUnder(own.role, role);
    await requireNewcomer(tx, scope, email);
    await requireWithinTeamLimit(tx, scope);
    await requireWithinMailboxLimit(tx, email);
    const [id, token] = [newId(), newSecret(INVITATION_PREFIX)];
    await ensureUser(tx, { id: newId(), email, name });
    const { merchantId, partnerId } = scope;
    const row = { id, merchantId, partnerId, email, role, tokenHash: sha256(token), invitedBy: own.id };
    if (!(await insertInvitation(tx, { ...row, ttlS: INVITATION_TTL_S }))) {
      throw invalidField("email", "This address already has an open invitation. Send it again, or cancel it first.");
    }
    const team = { team: scope.name, isPartner: partnerId !== null };
    const mail = invitationMail({ token, ...team, role, by: await nameOf(tx, own.id), email });
    await queueMail(tx, { recipient: email, ...mail });
    const fact = { action: "team.invited", merchantId, partnerId, subjectId: id };
    await recordAudit(tx, ctx, { ...fact, detail: { email, role } });
    return { id, email };
  });
}

/** @throws AppError VALIDATION_ERROR on `email` for a member, who keeps their role */
export async function requireNewcomer(tx: Tx, scope: Context, email: string): Promise<void> {
  const member = (await findMembers(tx, scope)).find((each) => each.email === email);
  if (!member) return;
  const advice = isSameContext(scope, PLATFORM) ? "Remove that role first." : "Change the role on the team's page.";
  throw invalidField("email", `This person is already a member, as ${member.role}. ${advice}`);
}

async function requireWithinTeamLimit(tx: Tx, scope: Context): Promise<void> {
  if ((await countOfDay(tx, scope)) < MAX_PER_TEAM_PER_DAY) return;
  const message = `You can send ${MAX_PER_TEAM_PER_DAY} invitations a day. Try again tomorrow.`;
  throw new AppError("TOO_MANY_REQUESTS", { message });
}

/**
 * Limits the mails of invitations per day, so that they can't flood a stranger's mailbox.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requireWithinMailboxLimit(tx: Tx, email: string): Promise<void> {
  if ((await countMailsOfDay(tx, email)) < MAX_TO_MAILBOX_PER_DAY) return;
  const message = "This address was invited too often today. Try again tomorrow.";
  throw new AppError("TOO_MANY_REQUESTS", { message });
}
