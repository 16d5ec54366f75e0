import { isAppError } from "@/server/lib/errors";
import type { PaymentLinkDetail } from "@/server/payment-links/schema";
import { requireConsolePage } from "../context";

/**
 * The link that a file of the Console is about, for who is signed in and may see it; null for none. `merchant` in the
 * address says whose it is: another tab may meanwhile look at another merchant. Nobody signed in: on to the sign-in.
 */
export async function readLink(request: Request, id: string): Promise<PaymentLinkDetail | null> {
  const { merchant, api } = await requireConsolePage();
  const merchantId = new URL(request.url).searchParams.get("merchant") ?? merchant.id;
  try {
    return await api.paymentLinks.get({ merchantId, id });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    // A name that is no id, somebody else's merchant, somebody else's link: there is nothing.
    if (isAppError(cause) && cause.status < 500) return null;
    if (error instanceof Error && "code" in error && error.code === "BAD_REQUEST") return null;
    throw error;
  }
}
