import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { forgetDevices } from "./device-store";
import { deleteApp } from "./factors/factor-store";
import { deletePasskeysOf } from "./factors/passkey-store";
import { guardPlatformOwners } from "./guard-platform-owners";
import { deleteAllOf } from "./session-store";
import { tellUser } from "./tell-user";
import { findActiveUser, findAddress } from "./user-store";

/**
 * Takes a user's passkeys and second step away, for somebody who has lost them, and signs them out everywhere, and
 * knows none of their browsers any more: a code by mail is the way in again. They are told by mail. Operators only, who have
 * to know by other means who asks; an owner of the platform is helped by another owner, or by the operator's tool.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function resetSignIn(
  ctx: Ctx,
  input: { email: string },
): Promise<{ id: string; passkeys: number; secondStep: boolean }> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  return inTransaction(ctx, async (tx) => {
    const email = (await findAddress(tx, input.email)) ?? "";
    await guardPlatformOwners(tx, ctx, { email, becomesOwner: false, staysOwner: true });
    const user = await findActiveUser(tx, email);
    if (!user) throw new AppError("NOT_FOUND", { message: "No user has this address." });
    await deleteAllOf(tx, user.id);
    const passkeys = await deletePasskeysOf(tx, user.id);
    const secondStep = await deleteApp(tx, user.id);
    const browsers = await forgetDevices(tx, user.id);
    const fact = {
      action: "user.sign_in_reset",
      merchantId: null,
      subjectId: user.id,
      detail: { passkeys, second_step: secondStep, browsers },
    };
    await recordAudit(tx, ctx, fact);
    await tellUser(tx, ctx, user.email, { kind: "reset" });
    return { id: user.id, passkeys, secondStep };
  });
}
