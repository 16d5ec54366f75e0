import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { twoFactorMissing } from "./require-two-factor";
import { type Context, pickRole } from "./rules";
import type { TokenSet } from "./schema";
import { beginFamily } from "./token-set";
import { isTwoFactorRequired } from "./two-factor-store";
import type { SignedInUser } from "./user-store";

/** The user has proved who they are, and does not hold a role in the context asked for. */
export function roleNotHeld(): AppError {
  return new AppError("FORBIDDEN", { message: "You hold no role in this context." });
}

/** By which grant a user comes to the API, and in which of their roles; absent: the widest. */
export type UserGrant = { wanted: Context | undefined; grant: "magic_code" | "google_id_token" };

/**
 * A token set of a user who has just proved who they are, by a second step too where they have one, and is locked in the
 * transaction, in the context asked for, by default the widest of their roles.
 * @throws AppError FORBIDDEN when they do not hold it, or have no second step and one is required of them
 */
export async function issueUserToken(
  tx: Tx,
  ctx: Ctx,
  user: SignedInUser,
  input: UserGrant & { secondStep: boolean },
): Promise<TokenSet> {
  const role = pickRole(user.memberships, input.wanted);
  if (!role) throw roleNotHeld();
  if (!input.secondStep && (await isTwoFactorRequired(tx, user.id))) throw twoFactorMissing();
  const { merchantId, partnerId } = role;
  const tokens = await beginFamily(tx, { userId: user.id, merchantId, partnerId });
  const caller = { ...ctx.caller, actor: { kind: "user", id: user.id } as const };
  const detail = { grant: input.grant, second_step: input.secondStep, partner_id: partnerId };
  const fact = { action: "user.token_issued", merchantId, partnerId, subjectId: user.id, detail };
  await recordAudit(tx, { ...ctx, caller }, fact);
  return tokens;
}
