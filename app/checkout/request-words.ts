import { knownLocale } from "@/components/checkout/format";
import { spokenLanguage } from "@/components/checkout/languages";
import { type Words, wordsIn } from "@/components/checkout/translate";

const MAX_ACCEPTED = 10;

/** The tags of an Accept-Language header, the most wanted first (RFC 9110 §12.5.4). */
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

/** The words of a page that knows no payment: by the locale in its address, else by what the browser asks for. */
export function wordsFor(request: Request): Words {
  const asked = knownLocale(new URL(request.url).searchParams.get("locale") ?? "");
  if (asked !== null) return wordsIn(asked);
  const accepted = acceptedLanguages(request.headers.get("accept-language")).map(knownLocale);
  return wordsIn(accepted.find((locale) => locale !== null && spokenLanguage(locale) !== null) ?? "en");
}
