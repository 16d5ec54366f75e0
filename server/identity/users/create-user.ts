import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { nameFault } from "../../lib/names";
import { normaliseMailAddress } from "../../mail/mail-address";
import { requirePartner } from "../../merchants/read-merchant";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { USER_ROLES, type UserRole } from "../rules";
import { lockRole, writeRole } from "../team/change-role";
import { requireNewcomer } from "../team/invite-member";
import { ensureUser, lockTeam } from "../team/team-store";

export type NewUser = {
  email: string;
  name: string;
  role: UserRole;
  /** Scope of the role: a merchant, a partner, or (neither) the platform. */
  merchantId?: string;
  partnerId?: string;
};

type NewUserForm = Pick<NewUser, "email" | "name" | "role"> & {
  merchantId?: string | undefined;
  partnerId?: string | undefined;
};

/** The rules of the form alone. @throws AppError VALIDATION_ERROR with every wrong field */
export function checkNewUser(input: NewUserForm): { email: string; name: string } {
  const email = normaliseMailAddress(input.email);
  const name = input.name.trim();
  const fault = nameFault(name);
  const errors = [
    ...(email === null ? [{ field: "email", message: "Enter an e-mail address." }] : []),
    ...(fault === null ? [] : [{ field: "name", message: fault }]),
    ...(USER_ROLES.includes(input.role) ? [] : [{ field: "role", message: `Choose one of ${USER_ROLES.join(", ")}.` }]),
    ...(input.merchantId !== undefined && input.partnerId !== undefined
      ? [{ field: "partner", message: "Give a merchant or a partner, not both." }]
      : []),
  ];
  if (email === null || errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
  return { email, name };
}

/**
 * Lets a person sign in to the Console. A known address gets the additional role. Operators only; of signed-in users,
 * only an owner of the platform can create an owner, and a present role is changed at the command line only. `from`:
 * the role that was replaced.
 * @throws AppError FORBIDDEN_CREATE, FORBIDDEN, VALIDATION_ERROR, MERCHANT_NOT_FOUND
 */
export async function createUser(
  ctx: Ctx,
  input: NewUser,
): Promise<{ id: string; email: string; from: string | null }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_CREATE");
  const { email, name } = checkNewUser(input);
  if (input.merchantId !== undefined) await resolveMerchant(ctx, input.merchantId);
  if (input.partnerId !== undefined) await requirePartner(ctx, input.partnerId);
  return inTransaction(ctx, async (tx) => {
    const scope = { merchantId: input.merchantId ?? null, partnerId: input.partnerId ?? null };
    // The team is locked before the user, as in every change of a team. The opposite order could deadlock.
    await lockTeam(tx, scope);
    if (ctx.caller.actor.kind === "user") await requireNewcomer(tx, scope, email);
    await ensureUser(tx, { id: newId(), email, name });
    const held = await lockRole(tx, ctx, { scope, email, to: input.role });
    if (!held) throw new Error("The user that this transaction ensured is gone.");
    await writeRole(tx, ctx, held, input.role);
    return { id: held.userId, email, from: held.from };
  });
}
