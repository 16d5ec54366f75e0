import type { ReactNode } from "react";
import { contentSecurityPolicy } from "@/components/checkout/headers";

/**
 * A documentation page as a response. All resources are from our own origin; inline scripts and styles are not allowed.
 */
export async function page(node: ReactNode, status = 200): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(`<!doctype html>${renderToStaticMarkup(node)}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy({ frameAncestors: [], formTargets: [] }),
      "Cache-Control": "no-store",
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}
