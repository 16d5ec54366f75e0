import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { getCheckout } from "@/server/payments/checkout/get-checkout";
import { withErrorPage } from "../../checkout/answer";
import { framingRefusal } from "../../checkout/framing";
import { readParams } from "../../checkout/params";

/**
 * GET of the reason why a page cannot frame the checkout: browsers report no `frame-ancestors` violation to the framing
 * page. Any page may call it and gets the result for its own `Origin`; `{}` if it may frame the checkout.
 */
export function GET(request: Request): Promise<Response> {
  return withErrorPage(request, async (ctx) => {
    const { token, locale } = readParams(request);
    const origin = request.headers.get("origin") ?? "";
    const refusal = framingRefusal(await getCheckout(ctx, token), origin, locale);
    const headers = { ...PRIVATE_HEADERS, "Access-Control-Allow-Origin": origin || "null", Vary: "Origin" };
    return Response.json(refusal ?? {}, { headers });
  });
}
