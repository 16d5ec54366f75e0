import { ANOMALY_WORDS } from "./anomaly-words";
import type { Outputs } from "./queries";

export type Disagreements = Outputs["movements"]["disagreements"];
export type Disagreement = Disagreements["findings"][number];

type Words = { fact: string; why: string };

const WORDS: Record<string, Words> = {
  debited_without_credit: {
    fact: "Taken from the payer more than a banking day ago, and not on your account.",
    why: "The payer's bank says that it has sent the money. We look for it at every reading of the account.",
  },
  settled_without_credit: {
    fact: "Arrived, says the payer's bank, and not on your account.",
    why: "The payment counts as paid. The account has been read since, and does not show it.",
  },
  unknown_outcome: {
    fact: "Outcome unknown for more than an hour.",
    why: "The bank gave no answer that can be trusted. It is asked until it gives one; nothing is called failed meanwhile.",
  },
  bank_contradicts_credit: {
    fact: "On your account, although the payer's bank said no.",
    why: "The money is there, so the payment counts as paid. The bank may want it back.",
  },
  account_not_read: {
    fact: "An account could not be read for a day.",
    why: "Payments to it are told by the payers' banks alone until it can be read again.",
  },
};

const OTHER: Words = { fact: "Noted with a payment.", why: "A person looks at it." };

/** What disagrees, in the Console's words: the fact, and what follows from it. */
export function disagreementWords(kind: string): Words {
  if (!kind.startsWith("anomaly_")) return WORDS[kind] ?? OTHER;
  return anomalyWords(kind.slice("anomaly_".length)) ?? OTHER;
}

function anomalyWords(kind: string): Words | null {
  const known: Readonly<Record<string, { title: string; text: string }>> = ANOMALY_WORDS;
  const words = Object.hasOwn(known, kind) ? known[kind] : undefined;
  return words ? { fact: `${words.title}.`, why: words.text } : null;
}

/** Where a person looks further: the payment; of an account, the list of accounts. */
export function disagreementPath({ kind, subjectId }: Pick<Disagreement, "kind" | "subjectId">): string {
  return kind === "account_not_read" ? "/console/balances" : `/console/payments/${subjectId}`;
}
