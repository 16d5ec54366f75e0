import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

const NONCE_BYTES = 16;
/** Pages of the checkout that the Console frames. They set a narrower policy of their own. */
const PREVIEW_PATHS = /^\/console\/(?:checkout\/preview|payment-links\/preview|payments\/[^/]+\/shopper)$/;

/**
 * The Content-Security-Policy of the pages that Next renders; the checkout's pages set their own. Each response has a new
 * nonce, which Next reads from the request and adds to its scripts. This file is no access control: each page and each
 * call decides what its user may see.
 */
export function proxy(request: NextRequest): NextResponse {
  if (PREVIEW_PATHS.test(request.nextUrl.pathname)) return NextResponse.next();
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Styles by attribute: dialogs lock the page behind them, and skeletons have widths.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // The preview of a merchant's checkout.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  // A server component does not know its address; the sign-in page returns there.
  headers.set("x-bankside-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  // Not "no-referrer": browsers would then send "Origin: null" with our own forms, which are refused.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Cache-Control", "no-store");
  return response;
}

// All pages that Next renders, "not found" too. The others are responses of a file of their own, with a policy of their own.
export const config = {
  matcher: [
    "/((?!(?:_next|api|assets|bank-notifications|checkout|docs|embed|embed\\.js|icon\\.svg|logos|openapi\\.json|pay|return|security\\.txt|simbank|tpp)(?:/|$)).*)",
  ],
};
