import { createHash } from "node:crypto";
import { knownLocale } from "@/components/checkout/format";
import { type Language, languageOf } from "@/components/checkout/languages";
import { loaderScript } from "@/components/checkout/loader-script";
import { env } from "@/server/lib/env";
import { loaderFile } from "../assets/built";

export const dynamic = "force-dynamic";

const FRESH_S = 300;

const served = new Map<Language, { text: string; etag: string }>();

// Made once for each language: neither the build nor the origin changes while the product runs.
function inLanguage(language: Language): { text: string; etag: string } {
  const known = served.get(language);
  if (known) return known;
  const text = loaderScript(new TextDecoder().decode(loaderFile().body), env().baseUrl, language);
  const made = { text, etag: `W/"${createHash("sha256").update(text).digest("base64url")}"` };
  served.set(language, made);
  return made;
}

/**
 * The loader, saying its few words in `locale` (BCP 47), or in English. Its address is in shops' pages and cannot carry a
 * hash: browsers ask again after five minutes.
 */
export function GET(request: Request): Response {
  const locale = knownLocale(new URL(request.url).searchParams.get("locale") ?? "");
  const language = languageOf(locale ?? "en");
  const { text, etag } = inLanguage(language);
  const headers = {
    "Content-Type": loaderFile().type,
    "Content-Language": language,
    "Cache-Control": `public, max-age=${FRESH_S}, stale-while-revalidate=86400`,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
    // A page that is isolated (Cross-Origin-Embedder-Policy) or loads it as a module may have it too.
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(text, { headers });
}
