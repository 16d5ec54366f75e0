import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { findPending, spendPending } from "../mfa/factor-store";
import { parseSecondFactor } from "../mfa/rules";
import { verifySecondFactor } from "../mfa/verify-second-factor";
import { findUserById, lockActiveUserById } from "../users/user-store";
import { beginSession, type SignedIn } from "./begin-session";
import { findDevice } from "./device-store";
import { type Browser, unknownRequester } from "./sign-in-rules";

/** When a pending second factor expires, for the page with its code field; null: it can't be answered any more. */
export async function readPendingSignIn(pendingToken: string): Promise<{ expiresAt: Date } | null> {
  const pending = await findPending(db(), "console", sha256(pendingToken));
  return pending && { expiresAt: pending.expiresAt };
}

/** Whether a text has the format of a recovery code. Recovery codes have a limit of their own. */
export function isRecoveryCode(typed: string): boolean {
  return parseSecondFactor(typed)?.kind === "recovery";
}

/**
 * Verifies the second factor, an app's code or a recovery code, and begins the session.
 * @throws AppError NOT_FOUND without a valid first factor, UNAUTHORIZED (metadata.tries_left), TOO_MANY_REQUESTS
 *   (metadata.retry_after_s)
 */
export async function completeTwoFactor(
  ctx: Ctx,
  { pendingToken, typed, browser }: { pendingToken: string; typed: string; browser: Browser },
): Promise<SignedIn> {
  const pending = await findPending(db(), "console", sha256(pendingToken));
  const user = pending && (await findUserById(db(), pending.userId));
  if (!pending || !user) throw over();
  const device = await findDevice(db(), { userId: user.id }, browser);
  const requester = device ? `device:${device.id}` : unknownRequester(ctx.ip);
  const step = { userId: user.id, email: user.email, typed, requester, sitting: `pending:${pending.id}` };
  return verifySecondFactor(ctx, step, async (tx, taken) => {
    const active = await lockActiveUserById(tx, user.id);
    if (!active || !(await spendPending(tx, pending.id))) throw over();
    return beginSession(tx, ctx, { user: active, way: `${pending.way} ${taken}`, browser });
  });
}

function over(): AppError {
  return new AppError("NOT_FOUND", { message: "This sign-in has expired. Start again." });
}
