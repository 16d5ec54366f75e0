import type { Phase } from "../../../server/payments/checkout-view";
import type { Language } from "../languages";
import { pickerOf, type Wish } from "../markets";
import type { CheckoutPage, Problem } from "../model";
import type { Words } from "../translate";
import { samplePage } from "./sample-page";
import { few, open, PHASES, PROBLEMS, type Sample, type Samples } from "./samples";

type View = CheckoutPage["view"];

/** How a state is drawn. `words`: others than the language's own, such as the stretched ones. */
export type Drawing = { language: Language; view: View; theme?: CheckoutPage["theme"]; words?: Words };

/** Something that a shopper can see, by name. */
export type ShopperState = {
  /** Unique, and fit for a file's name: `choosing-many-banks`. */
  name: string;
  phase: Phase;
  problem: Problem["kind"] | null;
  /** Where it exists. */
  views: readonly View[];
  page: (drawing: Drawing) => CheckoutPage;
};

/** One locale a language, of the region where most of its speakers are. */
const LOCALES: Record<Language, string> = {
  en: "en-GB",
  de: "de-DE",
  fr: "fr-FR",
  es: "es-ES",
  it: "it-IT",
  nl: "nl-NL",
  pt: "pt-PT",
  pl: "pl-PL",
  sv: "sv-SE",
  da: "da-DK",
  fi: "fi-FI",
  cs: "cs-CZ",
};

const NO_WISH: Wish = {
  country: "PT",
  shopper: null,
  region: null,
  merchant: "PT",
  query: "",
  bankId: null,
  showAll: false,
};

function draw(phase: Phase, sample: Sample, { language, view, theme = null, words }: Drawing): CheckoutPage {
  const { facts = {}, page = {}, banks = few, wish = {} } = sample;
  const picker = phase === "choosing" ? pickerOf(banks, { ...NO_WISH, ...wish }) : null;
  const over = { ...page, view, theme, picker, ...(words && { words }) };
  return samplePage({ ...facts, phase, locale: LOCALES[language] }, over);
}

function stateOf(phase: Phase, sample: Sample): ShopperState {
  const dashed = phase.replaceAll("_", "-");
  return {
    name: sample.name.startsWith(dashed) ? sample.name : `${dashed}-${sample.name}`,
    phase,
    problem: sample.page?.problem?.kind ?? null,
    views: sample.views ?? ["frame", "hosted"],
    page: (drawing) => draw(phase, sample, drawing),
  };
}

const phases = Object.entries(PHASES) as [Phase, Samples][];
const ofPhases = phases.flatMap(([phase, samples]) => samples.map((sample) => stateOf(phase, sample)));
const ofProblems = Object.values(PROBLEMS)
  .flat()
  .map(({ name, problem }) => {
    const facts = { ...open, ...(problem.kind === "amount_changed" && { amount: 7900 }) };
    return stateOf("choosing", { name, facts, page: { problem }, wish: { bankId: problemBank(problem) } });
  });

function problemBank(problem: Problem): string | null {
  return "chosen" in problem ? (problem.chosen?.bankId ?? null) : null;
}

/** Every state that a shopper can see of a payment, by name. */
export const STATES: readonly ShopperState[] = [...ofPhases, ...ofProblems];

/** A state by its name. @throws Error for a name that none has */
export function stateNamed(name: string): ShopperState {
  const state = STATES.find((one) => one.name === name);
  if (!state) throw new Error(`No state is called ${name}.`);
  return state;
}
