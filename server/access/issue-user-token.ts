import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { hasSecondStep } from "./factors/factor-store";
import { type Context, pickRole } from "./rules";
import type { TokenSet } from "./schema";
import { beginFamily } from "./token-set";
import type { SignedInUser } from "./user-store";

/** The user has proved who they are, and does not hold a role in the context asked for. */
export function roleNotHeld(): AppError {
  return new AppError("FORBIDDEN", { message: "You hold no role in this context." });
}

function secondStepNeeded(): AppError {
  const message = "This account has a second step, which this grant cannot ask for. Use client credentials.";
  return new AppError("FORBIDDEN", { message });
}

/**
 * A token set of a user who has just proved who they are and is locked in the transaction, in the context asked for, by
 * default the widest of their roles.
 * Whoever has set up a second step gets none: this grant has no room to ask for it, and must not be the way around it.
 * @throws AppError FORBIDDEN when they do not hold it, or have a second step
 */
export async function issueUserToken(
  tx: Tx,
  ctx: Ctx,
  user: SignedInUser,
  input: { wanted: Context | undefined; grant: "magic_code" | "google_id_token" },
): Promise<TokenSet> {
  const role = pickRole(user.memberships, input.wanted);
  if (!role) throw roleNotHeld();
  if (await hasSecondStep(tx, user.id)) throw secondStepNeeded();
  const { merchantId, partnerId } = role;
  const tokens = await beginFamily(tx, { userId: user.id, merchantId, partnerId });
  const caller = { ...ctx.caller, actor: { kind: "user", id: user.id } as const };
  const detail = { grant: input.grant, partner_id: partnerId };
  await recordAudit(tx, { ...ctx, caller }, { action: "user.token_issued", merchantId, subjectId: user.id, detail });
  return tokens;
}
