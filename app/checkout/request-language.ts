import { knownLocale } from "@/components/checkout/languages/format";
import { spokenLanguage } from "@/components/checkout/languages/languages";
import { type Translator, translatorFor } from "@/components/checkout/languages/translator";

const MAX_ACCEPTED = 10;

/** The tags of an Accept-Language header, by descending quality (RFC 9110 §12.5.4). */
export function acceptedLanguages(header: string | null): string[] {
  const ranges = (header ?? "").split(",").slice(0, MAX_ACCEPTED);
  const weighed = ranges.map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
    return { tag, quality: Number(quality) };
  });
  return weighed
    .filter(({ tag, quality }) => tag !== "" && tag !== "*" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** The translator for a page without a payment: by the locale in its address, else by Accept-Language. */
export function translatorForRequest(request: Request): Translator {
  const asked = knownLocale(new URL(request.url).searchParams.get("locale") ?? "");
  if (asked !== null) return translatorFor(asked);
  const accepted = acceptedLanguages(request.headers.get("accept-language")).map(knownLocale);
  return translatorFor(accepted.find((locale) => locale !== null && spokenLanguage(locale) !== null) ?? "en");
}
