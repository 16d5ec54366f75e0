import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { dbOf, inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import type { Context } from "./rules";
import type { Session } from "./sessions";
import { deleteTwoFactorPolicy, findTwoFactorPolicy, insertTwoFactorPolicy } from "./two-factor-store";

const EVERYBODY: Context = { merchantId: null, partnerId: null };

/** The refusal of a user's API token while their organisation, or the operator, requires a second factor that they lack. */
export function twoFactorMissing(): AppError {
  return new AppError("FORBIDDEN", {
    message:
      "Two-factor authentication is required of this user, and none is set up. Set up an authenticator app under Your sign-in in the Console, then get a new token.",
  });
}

/**
 * Requires a second factor of the members of an organisation, or requires it no more. From then on members without one can
 * set one up and do nothing else. Who requires it has one: else they would lock themselves out first.
 * @throws AppError VALIDATION_ERROR on `required`
 */
export async function requireTwoFactor(
  ctx: Ctx,
  session: Pick<Session, "hasTwoFactor">,
  { place, required }: { place: Context; required: boolean },
): Promise<void> {
  if (required && !session.hasTwoFactor)
    throw invalidField("required", "set up two-factor authentication for yourself first, under Your sign-in");
  await inTransaction(ctx, async (tx) => {
    const changed = required ? await insertTwoFactorPolicy(tx, place) : await deleteTwoFactorPolicy(tx, place);
    if (!changed) return;
    const action = required ? "two_factor.required" : "two_factor.made_optional";
    const { merchantId, partnerId } = place;
    await recordAudit(tx, ctx, { action, merchantId, partnerId, subjectId: merchantId ?? partnerId });
  });
}

/** The same for everybody of this installation. Operators only. @throws AppError FORBIDDEN, VALIDATION_ERROR on `required` */
export async function requireTwoFactorOfEverybody(
  ctx: Ctx,
  session: Pick<Session, "hasTwoFactor">,
  required: boolean,
): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  await requireTwoFactor(ctx, session, { place: EVERYBODY, required });
}

/** Since when the operator requires it of everybody; null: they do not. */
export function readTwoFactorOfEverybody(ctx: Ctx): Promise<Date | null> {
  return findTwoFactorPolicy(dbOf(ctx), EVERYBODY);
}
