import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";

const NONCE_BYTES = 16;
/** Pages of the checkout that the Console frames: they say their own policy, which is narrower. */
const PREVIEW_PATHS = /^\/console\/(?:checkout\/preview|payment-links\/preview|payments\/[^/]+\/shopper)$/;

/**
 * The content policy of the pages that Next draws (the checkout's pages set their own). It needs a value of its own for
 * every answer, which Next reads from the request and puts on its scripts; that, and the way back, is all this file does. It is no boundary:
 * who may see what is decided in each page and each call.
 */
export function proxy(request: NextRequest): NextResponse {
  // Shoppers' pages, with a policy of their own.
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
  // Pages are not told their own address: the way back after signing in.
  headers.set("x-bankside-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Content-Type-Options", "nosniff");
  // Not "no-referrer": browsers would then send "Origin: null" with our own forms, and they would be refused.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Cache-Control", "no-store");
  return response;
}

export const config = {
  matcher: [
    "/",
    "/console/:path*",
    "/operator/:path*",
    "/acting/:path*",
    "/invitation/:path*",
    "/sign-in/:path*",
    "/account",
    "/outbox",
    "/try",
  ],
};
