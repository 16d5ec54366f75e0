import { lookOf } from "@/components/checkout/state/phases";
import { AppError } from "@/server/lib/errors";
import { getCheckout } from "@/server/payments/checkout/get-checkout";
import { receiptAssets } from "../../assets/built";
import { receiptResponse, seeOther, withErrorPage } from "../answer";
import { buildPage } from "../build-page";
import { readParams, requestAddresses } from "../params";

/**
 * GET of a paid payment's receipt, by the payment token, as the payment's page: it shows nothing that this page does
 * not show. A payment that is not paid, or whose whole
 * amount was returned, leads to its page.
 */
export function GET(request: Request): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const params = readParams(request);
    const checkout = await getCheckout(ctx, params.token);
    if (!checkout) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    const addresses = requestAddresses("hosted", params);
    if (lookOf(checkout).money !== "sent") return seeOther(addresses.post);
    const { format, translator, backUrl } = await buildPage(ctx, { checkout, view: "hosted", addresses, params });
    return receiptResponse({ checkout, format, translator, backUrl, assets: receiptAssets() });
  });
}
