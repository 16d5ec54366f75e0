import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import { canonicalLocale } from "@/components/checkout/languages/format";
import { languageOf } from "@/components/checkout/languages/languages";
import { translatorFor } from "@/components/checkout/languages/translator";
import { type PrintedLink, SheetDocument } from "@/components/checkout/Sheet";
import { currencyExponent } from "@/server/lib/money/money";
import { readMerchant } from "@/server/merchants/read-merchant";
import { checkoutMerchant } from "@/server/payments/checkout/checkout-merchant";
import type { PaymentLinkDetail } from "@/server/payments/links/schema";
import { sheetAssets } from "../../../../assets/built";
import { printedSvg } from "../../qr-files";
import { readLink } from "../../read-link";

const OVER = {
  used: "state.link_used.title",
  expired: "state.link_expired.title",
  cancelled: "state.link_cancelled.title",
} as const;

/** A payment link as a print sheet, in the customer's language. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const link = await readLink(request, (await params).id);
  if (!link) return new Response("Link not found.", { status: 404, headers: PRIVATE_HEADERS });
  // The nonce of the content security policy (proxy.ts).
  const nonce = /'nonce-([^']+)'/.exec(request.headers.get("content-security-policy") ?? "")?.[1];
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = `<!doctype html>${renderToStaticMarkup(<SheetDocument link={await printed(link, nonce)} />)}`;
  return new Response(html, { headers: { ...PRIVATE_HEADERS, "Content-Type": "text/html; charset=utf-8" } });
}

async function printed(link: PaymentLinkDetail, nonce: string | undefined): Promise<PrintedLink> {
  const locale = canonicalLocale(link.locale);
  const translator = translatorFor(languageOf(locale));
  const { status, payment_link_url: url } = link;
  const merchant = checkoutMerchant(await readMerchant({}, link.merchant.id), { test: link.test_transaction });
  const { css, js } = sheetAssets();
  return {
    translator,
    format: { locale, exponent: currencyExponent(link.currency) },
    merchant,
    amount: link.amount,
    currency: link.currency,
    reference: link.payment_reference,
    test: link.test_transaction,
    expiresAt: new Date(link.expires_at),
    url,
    code: status === "active" ? { svg: printedSvg(url) } : { over: translator.t(OVER[status]) },
    back: "/console/payment-links",
    css,
    script: { src: js, nonce },
  };
}
