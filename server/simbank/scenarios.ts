/**
 * What can go wrong on purpose. A scenario is asked for by a word in the payment's reference (`SIM-NOFUNDS`), never by its
 * amount, or chosen on the approval page: nobody meets one by accident. docs/integrate/testing.md describes each.
 */
export const SCENARIOS = [
  "REFUSED",
  "DOWN",
  "SLOW",
  "LOST",
  "CANCEL",
  "ABANDON",
  "NORETURN",
  "NOFUNDS",
  "STUCK",
  "LATEREJECT",
  "ACSP",
  "RETURN",
  "PUSH",
  "MESSYPUSH",
  "FORGED",
  "BROKEN",
  "429",
] as const;
export type Scenario = (typeof SCENARIOS)[number];

/** The scenario that a reference asks for. A word that is on no list is a reference like any other. */
export function scenarioOf(remittance: string | null): Scenario | null {
  const word = /\bSIM-([A-Z0-9]+)\b/.exec(remittance ?? "")?.[1];
  return SCENARIOS.find((scenario) => scenario === word) ?? null;
}

/** "Try another outcome" on the approval page: all that can still be chosen there. */
export const OUTCOMES: readonly { scenario: Scenario; label: string }[] = [
  { scenario: "NOFUNDS", label: "Approve, then refuse: no funds" },
  { scenario: "LATEREJECT", label: "Approve, then refuse after a day" },
  { scenario: "STUCK", label: "Approve, and stay pending" },
  { scenario: "ACSP", label: "Approve, and never report the end" },
  { scenario: "RETURN", label: "Approve, then send the money back" },
  { scenario: "NORETURN", label: "Approve, and stay at the bank" },
  { scenario: "ABANDON", label: "Leave without an answer" },
  { scenario: "BROKEN", label: "Approve, and answer nonsense for a while" },
  { scenario: "429", label: "Approve, and be too busy to be asked" },
];

/** The outcome that a form names, if it is one of those that the page offers. */
export function outcomeOf(word: string | null): Scenario | null {
  return OUTCOMES.find(({ scenario }) => scenario === word)?.scenario ?? null;
}
