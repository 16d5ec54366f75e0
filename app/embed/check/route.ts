import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { publicCtx } from "@/server/http/public-ctx";
import { getCheckout } from "@/server/payments/get-checkout";
import { calmly } from "../../checkout/answer";
import { framingRefusal } from "../../checkout/framing";
import { readParams } from "../../checkout/params";

export const dynamic = "force-dynamic";

/**
 * Why a page that asks has no checkout in it: a browser does not tell a page that `frame-ancestors` refused it. Any page
 * may ask, and is told of the origin that its browser names; `{}` where there is no reason.
 */
export function GET(request: Request): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const { token, locale } = readParams(request);
    const origin = request.headers.get("origin") ?? "";
    const refusal = framingRefusal(await getCheckout(ctx, token), origin, locale);
    const headers = { ...PRIVATE_HEADERS, "Access-Control-Allow-Origin": origin || "null", Vary: "Origin" };
    return Response.json(refusal ?? {}, { headers });
  });
}
