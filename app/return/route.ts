import { publicCtx } from "@/server/http/public-ctx";
import { AppError } from "@/server/lib/errors";
import { acceptReturn } from "@/server/payments/accept-return";
import { calmly, seeOther } from "../checkout/answer";
import { checkoutAddress } from "../checkout/params";

export const dynamic = "force-dynamic";

const MAX_STATE_CHARACTERS = 200;

/** Where banks send shoppers back to. Being here is no approval: the bank is asked, and the page says what it answered. */
export function GET(request: Request): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const state = new URL(request.url).searchParams.get("state") ?? "";
    const known = state === "" || state.length > MAX_STATE_CHARACTERS ? null : await acceptReturn(ctx, { state });
    if (!known) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    return seeOther(checkoutAddress(known.paymentToken, { from: "bank" }));
  });
}
