import type { LoaderTexts } from "./browser/embed-built";
import type { Language } from "./languages/languages";
import { translatorFor } from "./languages/translator";

/**
 * The loader as it is served: the output of scripts/build-browser.mjs with the service's origin, so that it works
 * however a page loads it, and with its texts in one language.
 */
export function loaderScript(built: string, baseUrl: string, language: Language): string {
  const { t } = translatorFor(language);
  const translator: LoaderTexts = [
    language,
    t("loader.frame"),
    t("loader.loading"),
    t("loader.close"),
    t("loader.trouble.title"),
    t("loader.trouble.say"),
    t("loader.retry"),
  ];
  // Replacement by a function, because `$` is special in a replacement string.
  return built
    .replaceAll("__BANKSIDE_BASE__", () => baseUrl)
    .replace('"__BANKSIDE_WORDS__"', () => JSON.stringify(translator));
}
