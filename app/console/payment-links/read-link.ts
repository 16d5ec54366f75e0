import { isAppError } from "@/server/lib/errors";
import type { PaymentLinkDetail } from "@/server/payments/links/schema";
import { requireConsolePage } from "../context";

/**
 * The payment link of a requested file, if the signed-in user may see it; else null. `merchant` is in the address,
 * because another tab may show another merchant. Without a session it redirects to the sign-in.
 */
export async function readLink(request: Request, id: string): Promise<PaymentLinkDetail | null> {
  const { merchant, api } = await requireConsolePage();
  const merchantId = new URL(request.url).searchParams.get("merchant") ?? merchant.id;
  try {
    return await api.paymentLinks.get({ merchantId, id });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    // An invalid ID, or a link or merchant of another owner: not found.
    if (isAppError(cause) && cause.status < 500) return null;
    if (error instanceof Error && "code" in error && error.code === "BAD_REQUEST") return null;
    throw error;
  }
}
