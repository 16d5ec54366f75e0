import { brandStyle, styleHash } from "@/components/checkout/brand-style";
import { CheckoutDocument } from "@/components/checkout/Document";
import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import type { CheckoutPage } from "@/components/checkout/model";

/** A customer's page for a frame of the Console: scripts and forms are disabled, and no other site may frame it. */
export async function previewResponse(page: CheckoutPage): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = `<!doctype html>${renderToStaticMarkup(<CheckoutDocument page={page} />)}`;
  const headers = {
    ...PRIVATE_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policyOf(brandStyle(page.checkout.merchant)),
  };
  return new Response(html, { headers });
}

function policyOf(style: string | null): string {
  return [
    "default-src 'none'",
    `style-src 'self'${style === null ? "" : ` ${styleHash(style)}`}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** A plain sentence instead of a page. */
export function plain(translator: string, status: number): Response {
  const headers = { ...PRIVATE_HEADERS, "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${translator}\n`, { status, headers });
}
