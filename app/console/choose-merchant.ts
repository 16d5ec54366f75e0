import { cookies } from "next/headers";
import { publicCtx } from "@/server/http/public-ctx";
import { noteActing } from "@/server/identity/sessions/act-for";
import type { SignedInUser } from "@/server/identity/sessions/sessions";
import { isAppError } from "@/server/lib/errors";
import { isUuid } from "@/server/lib/ids";
import { merchantCookie } from "./context";

/**
 * Sets the merchant of the pages, or (null) none. It grants no access: every page and call checks permission. The end
 * of acting for the earlier merchant and the start for this one are entries of their audit logs. False: the user may
 * not open this merchant's pages, and none is set.
 */
export async function chooseMerchant(request: Request, user: SignedInUser, chosen: string | null): Promise<boolean> {
  const jar = await cookies();
  const { name, options } = merchantCookie();
  const before = jar.get(name)?.value ?? "";
  const note = (merchantId: string, begins: boolean) =>
    noteActing(publicCtx(request), user, { merchantId, begins }).then(() => true, whenOutOfReach);
  if (isUuid(before) && before !== chosen) await note(before, false);
  const isOpen = chosen !== null && isUuid(chosen) && (before === chosen || (await note(chosen, true)));
  if (isOpen) jar.set(name, chosen, options);
  else await forgetMerchant();
  return isOpen;
}

/** Deletes the cookie of the merchant of the pages. */
export async function forgetMerchant(): Promise<void> {
  const { name, options } = merchantCookie();
  (await cookies()).set(name, "", { ...options, maxAge: 0 });
}

/** The pages stay those of the merchant of an ended session: acting for it starts again, under this user's name. */
export async function resumeMerchant(request: Request, user: SignedInUser): Promise<void> {
  const jar = await cookies();
  const { name } = merchantCookie();
  const before = jar.get(name)?.value;
  if (!before) return;
  jar.set(name, "");
  await chooseMerchant(request, user, before);
}

/** The same answer for an unknown merchant and one without permission. */
function whenOutOfReach(error: unknown): false {
  if (isAppError(error) && error.code === "MERCHANT_NOT_FOUND") return false;
  throw error;
}
