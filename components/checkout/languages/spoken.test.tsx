import { describe, expect, test } from "vitest";
import { GALLERY } from "../testing/draw";
import { LITERAL, partsOf } from "../testing/message-parts";
import { pseudoTranslator } from "../testing/pseudo";
import { LANGUAGES, type Language } from "./languages";
import { MESSAGES } from "./translator";

const OTHERS = LANGUAGES.filter((language) => language !== "en");

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };

/** A document's whole text with attributes: all that a screen reader may read and the script may show. */
function readable(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? "");
}

// Shorter texts may be words of both languages, or parts of words.
const PHRASE_CHARACTERS = 10;

/** Certainly English: phrases of the English messages that occur in none of the language's own. */
function phrasesNotIn(language: Language): string[] {
  const own = Object.values(MESSAGES[language]).join("\n");
  const literals = Object.values(MESSAGES.en).flatMap(partsOf);
  const phrases = literals.flatMap((part) => (part.type === LITERAL ? [part.value.trim()] : []));
  return [...new Set(phrases)].filter(
    (formatMessage) =>
      formatMessage.length >= PHRASE_CHARACTERS && formatMessage.includes(" ") && !own.includes(formatMessage),
  );
}

/** Single words and short English texts that are alone between two tags. */
function textsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/>([^<]+)</g)].map(([, text = ""]) => readable(text).trim()));
}

function shortWords(language: Language): string[] {
  const own = new Set(Object.values(MESSAGES[language]));
  return Object.values(MESSAGES.en).filter((text) => text.length < PHRASE_CHARACTERS && !own.has(text));
}

describe("every page is fully translated", () => {
  test.each(OTHERS)("%s", (language) => {
    const phrases = phrasesNotIn(language);
    const words = shortWords(language);
    expect(phrases.length).toBeGreaterThan(80);
    for (const [index, { name, views, draw }] of GALLERY.entries()) {
      // The views share their parts, so every state is tested in one view; languages alternate between the views.
      const view = views[(index + LANGUAGES.indexOf(language)) % views.length] ?? "hosted";
      const html = draw({ language, view });
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}[-"][^>]* dir="ltr"`));
      const [text, texts] = [readable(html), textsOf(html)];
      const english = [
        ...phrases.filter((formatMessage) => text.includes(formatMessage)),
        ...words.filter((word) => texts.has(word)),
      ];
      expect([name, view, ...english]).toEqual([name, view]);
    }
  });

  test("English pages are found to be English by the same search", () => {
    for (const { views, draw } of GALLERY) {
      const text = readable(draw({ language: "en", view: views[0] ?? "hosted" }));
      expect(phrasesNotIn("de").filter((formatMessage) => text.includes(formatMessage))).not.toEqual([]);
    }
  });

  test("a right-to-left language sets the page's direction", () => {
    for (const { views, draw } of GALLERY) {
      const html = draw({ language: "en", view: views[0] ?? "hosted", translator: pseudoTranslator("ar-XB") });
      expect(html).toMatch(/^<!doctype html><html lang="ar-XB" dir="rtl"/);
    }
  });
});
