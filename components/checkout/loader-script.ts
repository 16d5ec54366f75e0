import type { LoaderWords } from "./browser/embed-built";
import type { Language } from "./languages";
import { wordsIn } from "./translate";

/**
 * The loader as it is served: `built` by scripts/build-browser.mjs, with the service's own origin, so that it finds its way
 * however a page loads it, and with its few words in a language.
 */
export function loaderScript(built: string, baseUrl: string, language: Language): string {
  const { say } = wordsIn(language);
  const words: LoaderWords = [
    language,
    say("loader.frame"),
    say("loader.loading"),
    say("loader.close"),
    say("loader.trouble.title"),
    say("loader.trouble.say"),
    say("loader.retry"),
  ];
  // By a function: `$` in a replacement has a meaning.
  return built
    .replaceAll("__BANKSIDE_BASE__", () => baseUrl)
    .replace('"__BANKSIDE_WORDS__"', () => JSON.stringify(words));
}
