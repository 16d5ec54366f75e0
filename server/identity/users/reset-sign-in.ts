import { recordAudit } from "../../audit/record-audit";
import { type Ctx, isOperator } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { deleteApp } from "../mfa/factor-store";
import { deletePasskeysOf } from "../mfa/passkey-store";
import { PLATFORM } from "../rules";
import { deleteAllOf } from "../sessions/session-store";
import { forgetDevices } from "../sign-in/device-store";
import { lockRole } from "../team/change-role";
import { notifyUser } from "./notify-user";
import { findAddress } from "./user-store";

/**
 * Removes a user's passkeys and two-factor authentication, ends their sessions, forgets their browsers and notifies
 * them by e-mail. They sign in again with an e-mail code. Operators only, who must verify the request by another
 * channel; an owner of the installation needs another owner or the command line. A disabled user stays disabled.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function resetSignIn(
  ctx: Ctx,
  input: { email: string },
): Promise<{ id: string; passkeys: number; twoFactor: boolean }> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  return inTransaction(ctx, async (tx) => {
    const email = (await findAddress(tx, input.email)) ?? "";
    const user = await lockRole(tx, ctx, { scope: PLATFORM, email });
    if (!user) throw new AppError("NOT_FOUND", { message: "There is no user with this address." });
    const { userId } = user;
    await deleteAllOf(tx, userId);
    const passkeys = await deletePasskeysOf(tx, userId);
    const twoFactor = await deleteApp(tx, userId);
    const browsers = await forgetDevices(tx, userId);
    const fact = {
      action: "user.sign_in_reset",
      merchantId: null,
      subjectId: userId,
      detail: { passkeys, second_step: twoFactor, browsers },
    };
    await recordAudit(tx, ctx, fact);
    // The mail tells how to sign in.
    if (!user.disabled) await notifyUser(tx, ctx, email, { kind: "reset" });
    return { id: userId, passkeys, twoFactor };
  });
}
