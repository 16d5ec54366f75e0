/**
 * Simulated faults. A scenario is chosen by a word in the payment's reference (`SIM-NOFUNDS`) or on the approval page,
 * never by the amount, so that it cannot be triggered by accident. docs/integrate/testing.md describes each.
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

/** The scenario that a reference names. An unknown word is an ordinary reference. */
export function scenarioOf(remittance: string | null): Scenario | null {
  const word = /\bSIM-([A-Z0-9]+)\b/.exec(remittance ?? "")?.[1];
  return SCENARIOS.find((scenario) => scenario === word) ?? null;
}

/** "Try another outcome" on the approval page: the scenarios that can still be chosen there. */
export const OUTCOMES: readonly { scenario: Scenario; label: string }[] = [
  { scenario: "NOFUNDS", label: "Decline: insufficient funds" },
  { scenario: "LATEREJECT", label: "Decline a day later" },
  { scenario: "STUCK", label: "Stay pending" },
  { scenario: "ACSP", label: "Never report a final status" },
  { scenario: "RETURN", label: "Return the money" },
  { scenario: "NORETURN", label: "Approve, but don’t come back" },
  { scenario: "ABANDON", label: "Leave without answering" },
  { scenario: "BROKEN", label: "Approve, send invalid responses for a while, then the result" },
  { scenario: "429", label: "Approve, then fail status requests for a while" },
];

/** The outcome that a form names, if the page offers it. */
export function outcomeOf(word: string | null): Scenario | null {
  return OUTCOMES.find(({ scenario }) => scenario === word)?.scenario ?? null;
}
