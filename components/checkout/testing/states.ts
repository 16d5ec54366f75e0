import type { Phase } from "../../../server/payments/checkout/checkout-view";
import type { Language } from "../languages/languages";
import type { Translator } from "../languages/translator";
import type { CheckoutPage, Problem } from "../model";
import { pickerOf } from "../picker/markets";
import { NO_OPTIONS, samplePage } from "./sample-page";
import { few, open, PHASES, PROBLEMS, type Sample, type Samples } from "./samples";

type View = CheckoutPage["view"];

/** How to draw a state. `translator` replaces the language's own, for example by a pseudo-language. */
export type Drawing = { language: Language; view: View; theme?: CheckoutPage["theme"]; translator?: Translator };

/** A named state that a customer can see. */
export type ShopperState = {
  /** Unique, and valid as a file name: `choosing-many-banks`. */
  name: string;
  phase: Phase;
  problem: Problem["kind"] | null;
  /** The views that have this state. */
  views: readonly View[];
  page: (drawing: Drawing) => CheckoutPage;
};

/** One locale per language: the region with most of its speakers. */
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

function draw(phase: Phase, sample: Sample, { language, view, theme = null, translator }: Drawing): CheckoutPage {
  const { facts = {}, page = {}, banks = few, options = {} } = sample;
  const picker = phase === "choosing" ? pickerOf(banks, { ...NO_OPTIONS, country: "PT", ...options }) : null;
  const over = { ...page, view, theme, picker, ...(translator && { translator }) };
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
  .map(({ name, problem, phase = "choosing", facts = open }) => {
    const shown = { ...facts, ...(problem.kind === "amount_changed" && { amount: 7900 }) };
    return stateOf(phase, { name, facts: shown, page: { problem }, options: { bankId: problemBank(problem) } });
  });

function problemBank(problem: Problem): string | null {
  return "chosen" in problem ? (problem.chosen?.bankId ?? null) : null;
}

/** Every state of a payment that a customer can see, by name. */
export const STATES: readonly ShopperState[] = [...ofPhases, ...ofProblems];

/**
 * A state by its name.
 * @throws Error for an unknown name
 */
export function stateNamed(name: string): ShopperState {
  const state = STATES.find((one) => one.name === name);
  if (!state) throw new Error(`No state is called ${name}.`);
  return state;
}
