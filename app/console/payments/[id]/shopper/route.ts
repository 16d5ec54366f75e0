import { asAppError } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import { consoleCaller } from "@/server/identity/sessions/console-access";
import type { Checkout } from "@/server/payments/checkout/checkout-view";
import { checkoutOfPayment } from "@/server/payments/checkout/get-checkout";
import { drawSample } from "../../../checkout/preview/preview-page";
import { plain, previewResponse } from "../../../checkout/preview/preview-response";
import { getSession } from "../../../session";

export const dynamic = "force-dynamic";

/**
 * GET of a payment's checkout as its customer sees it now, for the preview on the payment's page; `merchant` in the
 * address is its owner. The links to the bank and the shop and the payment token are removed.
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

/** Removes the addresses that have an effect: of the bank, of the approval, of the shop and of the link. */
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
