import { PLATFORM_CHAIN } from "../../audit/rules";
import { type Ctx, isOperator } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { readReachedPartner } from "../../merchants/read-merchant";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import type { CallScope } from "../sessions/console-access";

/** Whose audit log: a merchant's, a partner's, or the platform's, which also contains the sign-ins. */
export type AuditOf = CallScope;

/**
 * The chain of an audit log that the caller may access. The table of permissions has already checked the caller's role.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NOT_FOUND (the partner), FORBIDDEN (the platform's)
 */
export async function auditChainOf(ctx: Ctx, of: AuditOf): Promise<string> {
  if ("merchantId" in of) return (await resolveMerchant(ctx, of.merchantId)).id;
  if ("platform" in of) {
    if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
    return PLATFORM_CHAIN;
  }
  await readReachedPartner(ctx, of.partnerId);
  return of.partnerId;
}
