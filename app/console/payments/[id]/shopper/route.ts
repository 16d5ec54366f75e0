import type { Checkout } from "@/server/payments/checkout/checkout-view";
import { checkoutOfPayment } from "@/server/payments/checkout/get-checkout";
import { drawSample } from "../../../checkout/preview/preview-page";
import { answerPreview, previewResponse } from "../../../checkout/preview/preview-response";

/**
 * GET of a payment's checkout as its customer sees it now, for the preview on the payment's page; `merchant` in the
 * address is its owner. The links to the bank and the shop and the payment token are removed.
 */
export function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerPreview(request, "payments.get", async ({ ctx, own, merchantId }) => {
    const { checkout, flow } = await checkoutOfPayment(own, { merchantId, id: (await params).id });
    const view = flow === "embedded" ? "frame" : "hosted";
    const sample = withoutWays(checkout);
    return previewResponse(await drawSample(ctx, request, { sample, view, isReal: true }));
  });
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
