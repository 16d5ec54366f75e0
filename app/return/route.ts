import { acceptConsentReturn } from "@/server/accounts/accept-consent-return";
import { publicCtx } from "@/server/http/public-ctx";
import { readText } from "@/server/http/read-body";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import { acceptReturn } from "@/server/payments/accept-return";
import { calmly, fragmentResponse, seeOther } from "../checkout/answer";
import { checkoutAddress } from "../checkout/params";
import { type BankReturn, namesAnswer, readReturn } from "./read-return";

export const dynamic = "force-dynamic";

/**
 * Where banks send people back to: shoppers who approved a payment, and users of the Console who gave access to an
 * account. Being here is no approval: the bank is asked, and the page says what it answered.
 */
export function GET(request: Request): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () => {
    const { searchParams } = new URL(request.url);
    return namesAnswer(searchParams) ? take(ctx, readReturn(searchParams)) : fragmentResponse(request);
  });
}

/** The same answer, posted: by our own page, which found it in the fragment, or by a bank that answers so. */
export function POST(request: Request): Promise<Response> {
  const ctx = publicCtx(request);
  return calmly(request, ctx.requestId, async () =>
    take(ctx, readReturn(new URLSearchParams(await readText(request)))),
  );
}

async function take(ctx: Ctx, back: BankReturn | null): Promise<Response> {
  if (!back) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const payment = await acceptReturn(ctx, back);
  if (payment) return seeOther(checkoutAddress(payment.paymentToken, { from: "bank", ...payment.spoken }));
  const consent = await acceptConsentReturn(ctx, back);
  if (consent) return seeOther(consent.redirectTo);
  throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
}
