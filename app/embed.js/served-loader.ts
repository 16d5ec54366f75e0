import { createHash } from "node:crypto";
import { knownLocale } from "@/components/checkout/languages/format";
import { type Language, languageOf } from "@/components/checkout/languages/languages";
import { loaderScript } from "@/components/checkout/loader-script";
import { env } from "@/server/lib/config/env";
import { keepPinnedLoader } from "@/server/payments/checkout/pinned-loader";
import { loaderFile } from "../assets/built";

/** The loader in one language. `hash`: of its bytes, part of its pinned address. */
export type ServedLoader = { language: Language; script: string; hash: string };

const HASH_LENGTH = 32;
const served = new Map<Language, ServedLoader>();

/**
 * Headers for a page that loads the script from another origin: cross-origin isolated, as a module, or with an
 * integrity check.
 */
export const LOADER_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * The loader in the language of a locale (BCP 47), else in English. Cached, because build and origin do not change at
 * runtime.
 */
export function servedLoader(locale: string | null): ServedLoader {
  const language = languageOf(knownLocale(locale ?? "") ?? "en");
  const known = served.get(language);
  if (known) return known;
  const script = loaderScript(new TextDecoder().decode(loaderFile().body), env().baseUrl, language);
  const hash = createHash("sha256").update(script).digest("hex").slice(0, HASH_LENGTH);
  const made = { language, script, hash };
  served.set(language, made);
  return made;
}

/** The pinned address of these bytes, and the value of `integrity` for them (Subresource Integrity). */
export async function pinnedTag(loader: ServedLoader): Promise<{ src: string; integrity: string }> {
  await keepPinnedLoader({}, loader);
  return { src: `${env().baseUrl}/embed/v1/${loader.hash}.js`, integrity: integrityOf(loader.script) };
}

function integrityOf(script: string): string {
  return `sha384-${createHash("sha384").update(script).digest("base64")}`;
}
