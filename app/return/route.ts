import { returnNotFound } from "@/components/checkout/plain";
import { acceptConsentReturn } from "@/server/accounts/accept-consent-return";
import { readText } from "@/server/http/body/read-body";
import type { Ctx } from "@/server/lib/context";
import { AppError } from "@/server/lib/errors";
import { acceptReturn } from "@/server/payments/bank-calls/accept-return";
import { fragmentResponse, seeOther, withErrorPage } from "../checkout/answer";
import { checkoutAddress } from "../checkout/params";
import { type BankReturn, namesAnswer, readReturn } from "./read-return";

/**
 * The return address of banks: for customers who approved a payment, and for Console users who granted access to an
 * account. A return is no approval: the status is fetched from the bank, and the page shows it.
 */
export function GET(request: Request): Promise<Response> {
  return withReturnPage(request, async (ctx) => {
    const { searchParams } = new URL(request.url);
    return namesAnswer(searchParams) ? take(ctx, readReturn(searchParams)) : fragmentResponse(request);
  });
}

/** The same answer by POST: from our own page, which read it from the fragment, or from a bank that uses form_post. */
export function POST(request: Request): Promise<Response> {
  return withReturnPage(request, async (ctx) => take(ctx, readReturn(new URLSearchParams(await readText(request)))));
}

function withReturnPage(request: Request, run: (ctx: Ctx) => Promise<Response>): Promise<Response> {
  return withErrorPage(request, run, returnNotFound);
}

async function take(ctx: Ctx, back: BankReturn | null): Promise<Response> {
  if (!back) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  const payment = await acceptReturn(ctx, back);
  if (payment) return seeOther(checkoutAddress(payment.paymentToken, { from: "bank", ...payment.spoken }));
  const consent = await acceptConsentReturn(back);
  if (consent) return seeOther(consent.redirectTo);
  throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
}
