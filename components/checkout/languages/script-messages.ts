import type { Translator } from "./translator";

/** A message that depends on a count, by plural category; `{n}` is replaced by the count. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>>;

/** Messages of the browser's script, which the server writes into the page. */
export type ScriptMessages = {
  left: string;
  minutes: Counted;
  continue: string;
  continueTo: string;
  yourBank: string;
  found: Counted;
  banksIn: string;
  unreached: string;
  failed: string;
  heldBack: string;
};

// Counts to 101 cover every plural category of whole numbers, except the category for millions in some languages, for
// which the script uses `other`.
const COUNTS_TO = 101;

const samples = new Map<string, [Intl.LDMLPluralRule, number][]>();

/** The smallest whole number of each plural category of a locale, cached. */
function samplesOf(locale: string): [Intl.LDMLPluralRule, number][] {
  const known = samples.get(locale);
  if (known) return known;
  const rules = new Intl.PluralRules(locale);
  const smallest = new Map<Intl.LDMLPluralRule, number>();
  for (let count = COUNTS_TO; count >= 0; count -= 1) smallest.set(rules.select(count), count);
  const found = [...smallest];
  samples.set(locale, found);
  return found;
}

/** The plural forms of a message, read from its text for a sample of each category. */
function counted(locale: string, textFor: (count: number) => string): Counted {
  return Object.fromEntries(
    samplesOf(locale).map(([category, count]) => [category, textFor(count).replace(String(count), "{n}")]),
  );
}

/** The script's messages in the language of a page; the script fills placeholders in braces. */
export function scriptMessages({ t, messageLocale }: Translator): ScriptMessages {
  return {
    left: t("timer.left", { time: "{time}" }),
    minutes: counted(messageLocale, (minutes) => t("timer.spoken", { minutes })),
    continue: t("picker.continue"),
    continueTo: t("picker.continue_to", { bank: "{bank}" }),
    yourBank: t("slip.your_bank"),
    found: counted(messageLocale, (count) => t("picker.found", { count })),
    banksIn: t("picker.banks_in", { country: "{country}" }),
    unreached: t("trouble.unreached"),
    failed: t("page.trouble.say"),
    heldBack: t("trouble.held_back"),
  };
}
