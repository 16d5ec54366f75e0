import type { Ctx } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { AppError } from "../lib/errors";
import { beginSession, type SignedIn } from "./begin-session";
import { findDevice } from "./device-store";
import { findPending, spendPending } from "./factors/factor-store";
import { takeSecondStep } from "./factors/take-second-step";
import { type Browser, strangerOf } from "./sign-in-rules";
import { findUserById, lockActiveUserById } from "./user-store";

/** Whether a second step can still be answered, and until when; for the page that asks for it. */
export async function readPendingSignIn(pendingToken: string): Promise<{ expiresAt: Date } | null> {
  const pending = await findPending(db(), "console", sha256(pendingToken));
  return pending && { expiresAt: pending.expiresAt };
}

/**
 * Answers the second step, by the app's code or a recovery code, and begins the session.
 * @throws AppError NOT_FOUND when there is no first step behind it (any more), UNAUTHORIZED (metadata.tries_left),
 *   TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function passSecondStep(
  ctx: Ctx,
  { pendingToken, typed, browser }: { pendingToken: string; typed: string; browser: Browser },
): Promise<SignedIn> {
  const pending = await findPending(db(), "console", sha256(pendingToken));
  const user = pending && (await findUserById(db(), pending.userId));
  if (!pending || !user) throw over();
  const device = await findDevice(db(), { userId: user.id }, browser);
  const requester = device ? `device:${device.id}` : strangerOf(ctx.ip);
  const step = { userId: user.id, email: user.email, typed, requester, sitting: `pending:${pending.id}` };
  return takeSecondStep(ctx, step, async (tx, taken) => {
    const active = await lockActiveUserById(tx, user.id);
    if (!active || !(await spendPending(tx, pending.id))) throw over();
    return beginSession(tx, ctx, { user: active, way: `${pending.way} ${taken}`, browser });
  });
}

function over(): AppError {
  return new AppError("NOT_FOUND", { message: "This sign-in is over. Begin again." });
}
