import type { Outputs } from "../../ui/queries";
import { EXCEPTION_LABELS } from "../payment/exception-labels";
import { paymentPath } from "../payments/payment-path";

export type Discrepancies = Outputs["transactions"]["discrepancies"];
export type Discrepancy = Discrepancies["findings"][number];

type Labels = { fact: string; why: string };

const LABELS: Record<string, Labels> = {
  debited_without_credit: {
    fact: "Debited more than a banking day ago, but not in your account yet.",
    why: "The customer’s bank reports that it sent the money. Each statement is checked for it.",
  },
  settled_without_credit: {
    fact: "Reported as credited, but not in your account.",
    why: "The payment counts as paid, but your statements since then don’t show it.",
  },
  unknown_outcome: {
    fact: "Outcome unknown for more than an hour.",
    why: "The bank gave no reliable answer. We keep asking; the payment isn’t marked as failed.",
  },
  bank_contradicts_credit: {
    fact: "In your account, although the bank rejected the payment.",
    why: "The payment counts as paid. The bank may ask for the money back.",
  },
  account_not_read: {
    fact: "An account has had no statement for a day.",
    why: "Until the next statement, its payments are confirmed by the customers’ banks only.",
  },
};

const OTHER: Labels = { fact: "Payment exception.", why: "It needs review." };

/** A discrepancy: the fact, and what follows from it. */
export function formatDiscrepancy(kind: string): Labels {
  if (!kind.startsWith("exception_")) return LABELS[kind] ?? OTHER;
  return exceptionLabels(kind.slice("exception_".length)) ?? OTHER;
}

function exceptionLabels(kind: string): Labels | null {
  const known: Readonly<Record<string, { title: string; text: string }>> = EXCEPTION_LABELS;
  const found = Object.hasOwn(known, kind) ? known[kind] : undefined;
  return found ? { fact: `${found.title}.`, why: found.text } : null;
}

/** The page of a discrepancy: the payment, or the list of accounts. */
export function discrepancyPath({ kind, subjectId }: Pick<Discrepancy, "kind" | "subjectId">): string {
  return kind === "account_not_read" ? "/console/balances" : paymentPath(subjectId);
}

/** Keys for a list: one payment may have several discrepancies of a kind, whose lines read the same. */
export function discrepancyKeys(findings: readonly Pick<Discrepancy, "kind" | "subjectId">[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ kind, subjectId }) => {
    const one = `${kind} ${subjectId}`;
    const times = (seen.get(one) ?? 0) + 1;
    seen.set(one, times);
    return `${one} ${times}`;
  });
}
