import { contentPolicy } from "@/components/checkout/headers";
import { env } from "@/server/lib/env";
import { referenceAssets } from "../assets/built";
import { ReferenceDocument } from "./document";

export const dynamic = "force-dynamic";

/** The API's reference: a document of our own around a renderer that runs in the browser. Everything is from our origin. */
export async function GET(): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = renderToStaticMarkup(<ReferenceDocument assets={referenceAssets()} demo={env().demo} />);
  return new Response(`<!doctype html>${html}`, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentPolicy({ frameAncestors: [], formTargets: [] }),
      "Cache-Control": "no-store",
      "Referrer-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}
