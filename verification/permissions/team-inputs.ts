import type { UserRole } from "../../server/identity/rules";
import { inviteMember } from "../../server/identity/team/invite-member";
import type { TeamOf } from "../../server/identity/team/team-scope";
import { createUser } from "../../server/identity/users/create-user";
import type { Ctx } from "../../server/lib/context";
import { newId } from "../../server/lib/ids";
import { query } from "../../server/test/database";
import { ctx as operator } from "../../server/test/rows/fixtures";
import type { ConsoleShop } from "./world";

// Inputs of the calls about teams: each call gets new data to change.

let made = 0;

/** An unused address. */
function newAddress(): string {
  made += 1;
  return `member${made}@team.example`;
}

/** A person to invite. */
export function newcomer(): { email: string; name: string; role: UserRole } {
  return { email: newAddress(), name: "Rosa Pinto", role: "viewer" };
}

async function newMember(place: TeamOf): Promise<{ userId: string; role: UserRole }> {
  const made = createUser(operator, { email: newAddress(), name: "Rosa Pinto", role: "viewer", ...place });
  const { id: userId } = await made.catch(() => ({ id: newId() }));
  return { userId, role: "finance" };
}

/** A member of the shop's team and the new role; none for a missing shop. */
export const memberOfMerchant = ({ merchantId }: ConsoleShop) => newMember({ merchantId });
export const memberOfPartner = async ({ partnerId }: ConsoleShop) =>
  (await isThere(partnerId)) ? newMember({ partnerId }) : { userId: newId(), role: "finance" as const };

async function isThere(partnerId: string): Promise<boolean> {
  const found = await query("SELECT 1 FROM partners WHERE id = $1", [partnerId]);
  return found.rowCount === 1;
}

async function newInvitation(place: TeamOf): Promise<{ id: string }> {
  const { id: inviter } = await createUser(operator, { email: newAddress(), name: "Helena", role: "owner" });
  const ctx: Ctx = { ...operator, caller: { ...operator.caller, actor: { kind: "user", id: inviter } } };
  const invited = inviteMember(ctx, { team: place, ...newcomer() });
  const { id } = await invited.catch(() => ({ id: newId() }));
  // Long enough ago that it can be sent again.
  await query("UPDATE invitations SET sent_at = sent_at - interval '1 hour' WHERE id = $1", [id]);
  return { id };
}

/** An open invitation of the shop; none for a missing shop. */
export const invitationOfMerchant = ({ merchantId }: ConsoleShop) => newInvitation({ merchantId });
export const invitationOfPartner = ({ partnerId }: ConsoleShop) => newInvitation({ partnerId });
