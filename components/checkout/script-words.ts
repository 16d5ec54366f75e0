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
};

// Beyond it no whole number brings a category that a smaller one has not shown, but for the millions of some languages,
// for which the script takes `other`.
const COUNTS_TO = 101;

/** The forms that a message takes by a count of whole things, read off what it says of each. */
function counted(locale: string, said: (count: number) => string): Counted {
  const rules = new Intl.PluralRules(locale);
  const forms: Counted = {};
  for (let count = COUNTS_TO; count >= 0; count -= 1) {
    forms[rules.select(count)] = said(count).replace(new Intl.NumberFormat(locale).format(count), "{n}");
  }
  return forms;
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
  };
}
