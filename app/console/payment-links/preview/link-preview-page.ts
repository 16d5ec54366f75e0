import { knownLocale } from "@/components/checkout/languages/format";
import type { CheckoutPage } from "@/components/checkout/model";
import { now } from "@/server/lib/clock";
import { env } from "@/server/lib/config/env";
import type { Ctx } from "@/server/lib/context";
import { isAppError } from "@/server/lib/errors";
import { currency as currencyField, paymentReference } from "@/server/lib/fields";
import { amountMinorOf } from "@/server/lib/money/amount-text";
import type { Merchant } from "@/server/merchants/resolve-merchant";
import { checkoutMerchant } from "@/server/payments/checkout/checkout-merchant";
import { linkMail } from "@/server/payments/links/mails/link-mail";
import { drawSample, sampleOf } from "../../checkout/preview/preview-page";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A placeholder for the address that the link will have. */
const NO_TOKEN = "…";

type Typed = { amount: number; currency: string; paymentReference: string; locale: string; test: boolean };

/** The typed values; invalid ones are left empty. */
function typedOf(query: URLSearchParams): Typed {
  const code = currencyField.safeParse(query.get("currency") ?? "");
  const currency = code.success ? code.data : "EUR";
  const reference = paymentReference.safeParse(query.get("reference")?.trim() ?? "");
  return {
    amount: amountOf(query.get("amount") ?? "", currency),
    currency,
    paymentReference: reference.success ? reference.data : "",
    locale: knownLocale(query.get("locale") ?? "") ?? "en",
    test: query.get("test") === "1",
  };
}

function amountOf(text: string, currency: string): number {
  try {
    return amountMinorOf(text, currency);
  } catch (error) {
    if (isAppError(error)) return 0;
    throw error;
  }
}

function endOf(): Date {
  return new Date(now().getTime() + env().paymentLinkTtlDays * DAY_MS);
}

/** The page of a link that is not created yet. */
export function linkPreviewPage(ctx: Ctx, merchant: Merchant, request: Request): Promise<CheckoutPage> {
  const typed = typedOf(new URL(request.url).searchParams);
  const expiresAt = endOf();
  const sample = {
    ...sampleOf(checkoutMerchant(merchant, { test: typed.test }), "choosing"),
    ...typed,
    paymentRequestId: null,
    orderId: "",
    // A link is open for days: the payment expires 15 minutes after a bank is chosen.
    expiresInS: null,
    expiresAt,
    successUrl: null,
    failureUrl: null,
    link: { status: "active" as const, expiresAt, url: `${env().baseUrl}/pay/${NO_TOKEN}` },
  };
  return drawSample(ctx, request, { sample, view: "hosted" });
}

/** The e-mail of the link: subject, an empty line, text. */
export function mailPreview(merchant: Merchant, query: URLSearchParams): string {
  const url = `${env().baseUrl}/pay/${NO_TOKEN}`;
  const { subject, text } = linkMail({ ...typedOf(query), merchant: merchant.brandName, url, expiresAt: endOf() });
  return `${subject}\n\n${text}`;
}
