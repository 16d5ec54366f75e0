import { consoleCaller } from "@/server/access/console-access";
import { asAppError } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import type { Checkout } from "@/server/payments/checkout-view";
import { checkoutOfPayment } from "@/server/payments/get-checkout";
import { drawSample } from "../../../checkout/preview/preview-page";
import { plain, previewResponse } from "../../../checkout/preview/preview-response";
import { getSession } from "../../../session";

export const dynamic = "force-dynamic";

/**
 * The page of a payment as its shopper sees it now, for the frame on the payment's page of the Console; `merchant` in the
 * address says whose. It is for looking at: the ways to the bank and to the shop, and whatever opens the page, are not in it.
 */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const session = await getSession();
  if (!session) return plain("Sign in first.", 401);
  const ctx = publicCtx(request);
  const merchantId = new URL(request.url).searchParams.get("merchant") ?? "";
  try {
    const caller = await consoleCaller(ctx, session.user, { merchantId, path: "payments.get" });
    const { checkout, flow } = await checkoutOfPayment({ ...ctx, caller }, { merchantId, id: (await params).id });
    const view = flow === "embedded" ? "frame" : "hosted";
    const sample = withoutWays(checkout);
    return await previewResponse(await drawSample(ctx, request, { sample, view, isReal: true }));
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) throw thrown;
    return plain(error.message, error.status);
  }
}

/** Addresses that would do something: the bank's, where an approval begins, the shop's, and the link's own. */
function withoutWays(checkout: Checkout): Checkout {
  const nowhere = (url: string | null) => (url === null ? null : "#");
  return {
    ...checkout,
    bankUrl: nowhere(checkout.bankUrl),
    successUrl: nowhere(checkout.successUrl),
    failureUrl: nowhere(checkout.failureUrl),
    link: checkout.link && { ...checkout.link, url: "#" },
  };
}
