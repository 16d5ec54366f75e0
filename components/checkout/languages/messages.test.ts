import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { faultsOf, unknownKeys, unusedKeys } from "../testing/message-faults";
import { LITERAL, partsOf } from "../testing/message-parts";
import { LANGUAGES, type Language } from "./languages";
import { MESSAGES } from "./translator";

const OTHERS = LANGUAGES.filter((language) => language !== "en");

/** The texts of a language that are the same as in English. */
const IBAN = "debtor.label";
const COGNATES: Partial<Record<Language, string[]>> = {
  ...{ de: [IBAN], fr: [IBAN], es: [IBAN], pt: [IBAN], pl: [IBAN], cs: [IBAN] },
  it: [IBAN, "foot.privacy"],
  nl: [IBAN, "slip.rewards_extra"],
  sv: [IBAN, "slip.rewards_extra"],
  da: [IBAN, "slip.reference"],
};

/** Claims that the merchant was or will be notified, and a sentence of an earlier version with one. */
const NOTIFIED: Record<Language, [claim: RegExp, earlier: string]> = {
  en: [/has been told|is told|\btell\b/, "{merchant} has been told."],
  de: [/ist informiert|erfährt|Bescheid/, "{merchant} ist informiert."],
  fr: [/prévenu|prévenons|informerons/, "Nous avons prévenu {merchant}."],
  es: [/avisado|avisamos|avisaremos/, "Hemos avisado a {merchant}."],
  it: [/avvisato|avvisiamo|avviseremo/, "Abbiamo avvisato {merchant}."],
  nl: [/op de hoogte|hoort het|laten het/, "{merchant} is op de hoogte."],
  pt: [/avisámos|avisamos|informamos/, "Já avisámos {merchant}."],
  pl: [/o tym wie|dowie się/, "Sprzedawca {merchant} już o tym wie."],
  sv: [/fått besked|får veta|så snart/, "{merchant} har fått besked."],
  da: [/fået besked|får besked|giver/, "{merchant} har fået besked."],
  fi: [/saanut tiedon|saa tiedon/, "{merchant} on saanut tiedon."],
  cs: [/platbě ví|dozví/, "Obchodník {merchant} už o platbě ví."],
};

const root = path.resolve(import.meta.dirname, "../../..");

/** The sources that render customers' pages or build their scripts, without tests, which also name keys. */
function sources(): string[] {
  const files = ["app", "components"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  );
  const drawing = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|checkout\/testing\//.test(file));
  return drawing.map((file) => readFileSync(path.join(root, file), "utf8"));
}

describe("every language has all messages of English", () => {
  test.each(LANGUAGES)(
    "%s: the same keys, placeholders and tags, the language's own plurals, and nothing left in English",
    (language) => {
      expect(faultsOf(MESSAGES[language], MESSAGES.en, language, COGNATES[language])).toEqual([]);
    },
  );

  test.each(OTHERS)("%s: the texts listed as equal to English are equal", (language) => {
    const differing = (COGNATES[language] ?? []).filter((key) => MESSAGES[language][key] !== MESSAGES.en[key]);
    expect(differing).toEqual([]);
  });

  test("the quotation marks are the language's own", () => {
    const marks = (language: Language) => {
      const text = Object.values(MESSAGES[language]).flatMap(partsOf);
      const literals = text.map((part) => (part.type === LITERAL ? part.value : "")).join("");
      return [...new Set(literals.match(/[“”„«»‘]/g))].sort().join("");
    };
    expect(Object.fromEntries(LANGUAGES.map((language) => [language, marks(language)]))).toEqual({
      ...{ en: "“”", de: "“„", fr: "«»", es: "«»", it: "«»", nl: "‘", pt: "“”" },
      ...{ pl: "”„", sv: "”", da: "“”", fi: "”", cs: "“„" },
    });
  });

  test("French sets its marks off by a space that does not break", () => {
    for (const text of Object.values(MESSAGES.fr)) expect(text).not.toMatch(/[^\u00a0][:;?!»](?!\w)|«[^\u00a0]/u);
  });
});

describe("no message claims that the merchant was notified", () => {
  test.each(LANGUAGES)(
    "%s: a paid page says that the payment is confirmed, and nothing about the webhook",
    (language) => {
      const [claim] = NOTIFIED[language];
      expect(Object.values(MESSAGES[language]).filter((text) => claim.test(text))).toEqual([]);
    },
  );

  test.each(LANGUAGES)("control: the earlier sentence is found in %s", (language) => {
    const [claim, earlier] = NOTIFIED[language];
    expect(earlier).toMatch(claim);
  });
});

describe("an injected fault is found", () => {
  const english = {
    "a.count": "{count, plural, one {# bank} other {# banks}}",
    "a.plain": "Plain",
    "a.strong": "<b>Strong</b> {name}",
  };
  const polish = {
    "a.count": "{count, plural, one {# bank} few {# banki} many {# banków} other {# banku}}",
    "a.plain": "Zwykły",
    "a.strong": "<b>Mocny</b> {name}",
  };
  const faults = (changes: Record<string, string>) => faultsOf({ ...polish, ...changes }, english, "pl");

  test("a message that is missing, or is no key, or out of order", () => {
    expect(faults({})).toEqual([]);
    const { "a.plain": _, ...fewer } = polish;
    const { "a.strong": __, ...unordered } = polish;
    expect(faultsOf(fewer, english, "pl")).toEqual(["a.plain is missing"]);
    expect(faults({ "a.tall": "Wysoki" })).toEqual(["a.tall is no key"]);
    expect(faultsOf({ "a.strong": polish["a.strong"], ...unordered }, english, "pl")).toEqual([
      "a.strong is not in order",
    ]);
  });

  test.each([
    [
      "a place with another name",
      { "a.strong": "<b>Mocny</b> {nazwa}" },
      /^a.strong has the placeholders <b>,nazwa, not <b>,name$/,
    ],
    ["a place too few", { "a.strong": "<b>Mocny</b>" }, /^a.strong has the placeholders <b>, not/],
    ["a tag too few", { "a.strong": "Mocny {name}" }, /^a.strong has the placeholders name, not/],
    ["a brace that is open", { "a.strong": "<b>Mocny</b> {name" }, /^a.strong is no ICU MessageFormat/],
    [
      "a plural too few",
      { "a.count": "{count, plural, one {# bank} few {# banki} other {# banku}}" },
      /lacks the plural many$/,
    ],
    ["a text left in English", { "a.plain": "Plain" }, /^a.plain is English$/],
    ["a straight quotation mark", { "a.plain": "Zwykły 'tekst'" }, /^a.plain has straight quotation marks/],
  ])("%s", (_name, change, fault) => {
    expect(faults(change)).toEqual([expect.stringMatching(fault)]);
  });

  test("a plural that the language has not", () => {
    const dutch = { ...english, "a.count": polish["a.count"] };
    expect(faultsOf(dutch, english, "nl", ["a.plain", "a.strong"])).toEqual([
      "a.count has the plural few,many, which the language has not",
    ]);
  });

  test("finds an unused key and an unknown key", () => {
    const source = 'words.t("a.plain"); rich(\n  "a.strong", { name }); const KEYS = { x: "a.count" };';
    expect(unusedKeys(english, [source])).toEqual([]);
    expect(unusedKeys({ ...english, "a.old": "Old" }, [source])).toEqual(["a.old"]);
    expect(unknownKeys(english, [source])).toEqual([]);
    expect(unknownKeys(english, [source, 't("a.plian")'])).toEqual(["a.plian"]);
  });
});

test("no message is unused or missing", () => {
  const texts = sources();
  expect(texts.length).toBeGreaterThan(50);
  expect(unusedKeys(MESSAGES.en, texts)).toEqual([]);
  expect(unknownKeys(MESSAGES.en, texts)).toEqual([]);
});
