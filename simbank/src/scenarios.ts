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

/**
 * "Try another outcome" on the approval page: the scenarios that can still be chosen there. `group`: what happens after
 * the approval, or what goes wrong.
 */
export const OUTCOMES: readonly { scenario: Scenario; group: "after" | "wrong"; label: string; note?: string }[] = [
  { scenario: "NOFUNDS", group: "after", label: "Decline: insufficient funds", note: "Reason code AM04" },
  { scenario: "LATEREJECT", group: "after", label: "Decline a day later" },
  { scenario: "RETURN", group: "after", label: "Return the money" },
  { scenario: "STUCK", group: "after", label: "Stay pending" },
  { scenario: "ACSP", group: "after", label: "Never report a final status" },
  { scenario: "NORETURN", group: "wrong", label: "Approve, but don’t come back" },
  { scenario: "ABANDON", group: "wrong", label: "Leave without answering" },
  {
    scenario: "BROKEN",
    group: "wrong",
    label: "Approve, send invalid responses",
    note: "For a while, then the result",
  },
  {
    scenario: "429",
    group: "wrong",
    label: "Approve, then limit status requests",
    note: "429 for a while, then the result",
  },
];

/** The outcome that a form names, if the page offers it. */
export function outcomeOf(word: string | null): Scenario | null {
  return OUTCOMES.find(({ scenario }) => scenario === word)?.scenario ?? null;
}
