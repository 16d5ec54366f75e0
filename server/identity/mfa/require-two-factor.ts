import { recordAudit } from "../../audit/record-audit";
import { type Ctx, isOperator } from "../../lib/context";
import { db, dbOf, inTransaction } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { type Context, PLATFORM } from "../rules";
import type { Session } from "../sessions/sessions";
import { listCredentialIds } from "./passkey-store";
import { deleteTwoFactorPolicy, findTwoFactorPolicy, insertTwoFactorPolicy } from "./two-factor-store";

/** Rejects a user's API token while a second factor is required and missing. */
export function twoFactorMissing(): AppError {
  return new AppError("FORBIDDEN", {
    message:
      "Two-factor authentication is required and not set up for this user. Set up an authenticator app under Security in the Console, then get a new token.",
  });
}

/**
 * Refuses a change of the second factors in a session that lacks the required one, where the user has a passkey: else a
 * mailed code would be enough to add an app, or to remove the passkey first. The way is a sign-in with the passkey; for
 * a lost one, the operator's reset.
 * @throws AppError FORBIDDEN
 */
export async function refuseFactorChange({ user, needsTwoFactor }: Session): Promise<void> {
  if (!needsTwoFactor || (await listCredentialIds(db(), user.id)).length === 0) return;
  throw new AppError("FORBIDDEN", {
    message: "Two-factor authentication is required and you have a passkey: sign out and sign in with it.",
  });
}

/**
 * Requires two-factor authentication of an organisation's members, or makes it optional. Members without it can then
 * only set it up. The person who requires it must have it, or they would lock themselves out.
 * @throws AppError VALIDATION_ERROR on `required`
 */
export async function requireTwoFactor(
  ctx: Ctx,
  session: Pick<Session, "hasTwoFactor">,
  { scope, required }: { scope: Context; required: boolean },
): Promise<void> {
  if (required && !session.hasTwoFactor)
    throw invalidField("required", "set up two-factor authentication for yourself first, under Security");
  await inTransaction(ctx, async (tx) => {
    const changed = required ? await insertTwoFactorPolicy(tx, scope) : await deleteTwoFactorPolicy(tx, scope);
    if (!changed) return;
    const action = required ? "two_factor.required" : "two_factor.made_optional";
    const { merchantId, partnerId } = scope;
    await recordAudit(tx, ctx, { action, merchantId, partnerId, subjectId: merchantId ?? partnerId });
  });
}

/**
 * The same for all users of the installation. Operators only.
 * @throws AppError FORBIDDEN, VALIDATION_ERROR on `required`
 */
export async function requireTwoFactorInstallationWide(
  ctx: Ctx,
  session: Pick<Session, "hasTwoFactor">,
  required: boolean,
): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  await requireTwoFactor(ctx, session, { scope: PLATFORM, required });
}

/** Since when the installation requires it; null: not required. */
export function readInstallationTwoFactor(ctx: Ctx): Promise<Date | null> {
  return findTwoFactorPolicy(dbOf(ctx), PLATFORM);
}
