import type { Caller, Ctx } from "../lib/context";
import { AppError, isAppError } from "../lib/errors";
import { readMerchantsOfCaller } from "../merchants/read-merchant";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { callerOfRole, limitation } from "./rules";
import type { SignedInUser } from "./sessions";

export type ConsoleMerchant = { id: string; brandName: string };

/** One caller for each role that the user holds; the one that may do most first. */
function callersOf(user: SignedInUser): Caller[] {
  const callers = user.memberships.map((role): Caller => {
    const caller = callerOfRole(user.id, role);
    return { ...caller, actor: { ...caller.actor, attended: true } };
  });
  return callers.sort((a, b) => limitation(a.scopes) - limitation(b.scopes));
}

/** The merchants that the user may look at in the Console, by name. */
export async function consoleMerchants(ctx: Ctx, user: SignedInUser): Promise<ConsoleMerchant[]> {
  const found = new Map<string, ConsoleMerchant>();
  for (const caller of callersOf(user)) {
    for (const { id, brandName } of await readMerchantsOfCaller({ ...ctx, caller })) found.set(id, { id, brandName });
  }
  return [...found.values()].sort((a, b) => a.brandName.localeCompare(b.brandName, "en"));
}

/**
 * Whom the user acts as for one merchant: the role that may do most there, asked anew on every call.
 * @throws AppError MERCHANT_NOT_FOUND, the same for another's merchant and for none
 */
export async function consoleCaller(ctx: Ctx, user: SignedInUser, merchantId: string): Promise<Caller> {
  for (const caller of callersOf(user)) {
    try {
      await resolveMerchant({ ...ctx, caller }, merchantId);
      return caller;
    } catch (error) {
      if (!isAppError(error) || error.code !== "MERCHANT_NOT_FOUND") throw error;
    }
  }
  throw new AppError("MERCHANT_NOT_FOUND");
}
