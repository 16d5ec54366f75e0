import type { Words } from "./translate";

/** A message that depends on a count, by the language's plural categories; `{n}` stands for the count. */
type Counted = Partial<Record<Intl.LDMLPluralRule, string>>;

/** What the browser's script says by itself: it stands in the page that the server drew, for the script has no messages. */
export type ScriptWords = {
  left: string;
  minutes: Counted;
  continue: string;
  continueTo: string;
  yourBank: string;
  found: Counted;
  banksIn: string;
  unreached: string;
  heldBack: string;
};

// Beyond it no whole number brings a category that a smaller one has not shown, but for the millions of some languages,
// for which the script takes `other`.
const COUNTS_TO = 101;

const samples = new Map<string, [Intl.LDMLPluralRule, number][]>();

/** The smallest whole number of each plural category of a locale: fixed for it, and found once. */
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

/** The forms that a message takes by a count of whole things, read off what it says of each. */
function counted(locale: string, said: (count: number) => string): Counted {
  return Object.fromEntries(
    samplesOf(locale).map(([category, count]) => [category, said(count).replace(String(count), "{n}")]),
  );
}

/** The script's words in the language of a page: places in braces are filled in the browser. */
export function scriptWords({ say, messageLocale }: Words): ScriptWords {
  return {
    left: say("timer.left", { time: "{time}" }),
    minutes: counted(messageLocale, (minutes) => say("timer.spoken", { minutes })),
    continue: say("picker.continue"),
    continueTo: say("picker.continue_to", { bank: "{bank}" }),
    yourBank: say("slip.your_bank"),
    found: counted(messageLocale, (count) => say("picker.found", { count })),
    banksIn: say("picker.banks_in", { country: "{country}" }),
    unreached: say("trouble.unreached"),
    heldBack: say("trouble.held_back"),
  };
}
