import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import type { Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { twoFactorMissing } from "../mfa/require-two-factor";
import { isTwoFactorRequired } from "../mfa/two-factor-store";
import { type Context, pickRole } from "../rules";
import type { TokenSet } from "../schema";
import type { SignedInUser } from "../users/user-store";
import { beginFamily, storeFamilies } from "./token-set";

/** The user is authenticated but doesn't hold a role in the requested context. */
export function noRoleInContext(): AppError {
  return new AppError("FORBIDDEN", { message: "You have no role in this context." });
}

/** The grant of a user's token, and the requested context; absent: the widest of the user's roles. */
export type UserGrant = { wanted: Context | undefined; grant: "magic_code" | "google_id_token" };

/**
 * A token set for a user who has just been authenticated, with a second factor if they have one, and is locked in the
 * transaction. It acts in the requested context, by default the widest of their roles.
 * @throws AppError FORBIDDEN when they do not hold it, or have no second factor and one is required of them
 */
export async function issueUserToken(
  tx: Tx,
  ctx: Ctx,
  user: SignedInUser,
  input: UserGrant & { twoFactor: boolean },
): Promise<TokenSet> {
  const role = pickRole(user.memberships, input.wanted);
  if (!role) throw noRoleInContext();
  if (!input.twoFactor && (await isTwoFactorRequired(tx, user.id))) throw twoFactorMissing();
  const { merchantId, partnerId } = role;
  const tokens = await beginFamily((row) => storeFamilies(tx, [row]), { userId: user.id, merchantId, partnerId });
  await recordTokenIssued(tx, ctx, { userId: user.id, context: role, grant: input.grant, twoFactor: input.twoFactor });
  return tokens;
}

type IssuedToken = {
  userId: string;
  context: Context;
  grant: UserGrant["grant"] | "refresh_token";
  twoFactor?: boolean;
};

/** Records, as the user's action, that a user's tokens act in a context from now on: in the log of that context. */
export async function recordTokenIssued(
  tx: Tx,
  ctx: Ctx,
  { userId, context: { merchantId, partnerId }, grant, twoFactor }: IssuedToken,
): Promise<void> {
  const caller = { ...ctx.caller, actor: { kind: "user", id: userId } as const };
  const detail = { grant, ...(twoFactor === undefined ? {} : { second_step: twoFactor }), partner_id: partnerId };
  const fact = { action: "user.token_issued", merchantId, partnerId, subjectId: userId, detail };
  await recordAudit(tx, { ...ctx, caller }, fact);
}
