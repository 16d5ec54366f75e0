import { toDecimalString } from "../lib/money";

export type FindingKind =
  | "debited_without_credit"
  | "settled_without_credit"
  | "unknown_outcome"
  | "entry_differs"
  | "entry_without_payment"
  | "bank_contradicts_credit"
  | "account_not_read"
  | `anomaly_${string}`;

/** One thing that disagrees. `subjectId`: of the payment request, the entry or the account. `amount` in minor units. */
export type Finding = {
  kind: FindingKind;
  subjectId: string;
  merchantId: string;
  test: boolean;
  amount: string | null;
  currency: string;
  detail: string | null;
};

/** A mail is read on a phone: so many of each kind, the rest by the command. */
const MAX_IN_MAIL = 10;

const WORDS: Record<string, string> = {
  debited_without_credit: "Taken from the payer more than a banking day ago, and not on the account",
  settled_without_credit: "Arrived, says the payer's bank, and not on the account",
  unknown_outcome: "Outcome unknown for more than an hour",
  entry_differs: "On the account, and not as the payment that it names",
  entry_without_payment: "On the account, and no payment's",
  bank_contradicts_credit: "On the account, although the payer's bank said no",
  account_not_read: "Accounts that could not be read for a day",
};

/** What a kind of finding is, for people. */
export function kindWords(kind: FindingKind): string {
  return WORDS[kind] ?? `Noted with a payment: ${kind.replace("anomaly_", "").replaceAll("_", " ")}`;
}

/** How many there are of each kind, in the order of the report. */
export function countKinds(findings: readonly Finding[]): Map<FindingKind, number> {
  const counts = new Map<FindingKind, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** One finding on one line. */
export function findingLine({ subjectId, amount, currency, detail, test, merchantId }: Finding): string {
  const money =
    amount === null ? currency : `${toDecimalString({ amountMinor: BigInt(amount), currency })} ${currency}`;
  return [subjectId, money, detail ?? "", `merchant ${merchantId}`, ...(test ? ["test"] : [])].join("  ");
}

/** The report as the operator gets it by mail: what there is of each kind, the first few, and where the rest is. */
export function reportMail(recipient: string, day: Date, findings: readonly Finding[]) {
  const date = day.toISOString().slice(0, 10);
  const parts = [...countKinds(findings)].map(([kind, count]) => {
    const lines = findings
      .filter((finding) => finding.kind === kind)
      .slice(0, MAX_IN_MAIL)
      .map(findingLine);
    const rest = count > lines.length ? [`and ${count - lines.length} more`] : [];
    return [`${kindWords(kind)}: ${count}`, ...[...lines, ...rest].map((line) => `  ${line}`)].join("\n");
  });
  const how = `All of it: npm run -s bankside -- reconciliation report --date ${date}`;
  return {
    recipient,
    subject: `Bankside, ${date}: ${findings.length === 1 ? "one thing disagrees" : `${findings.length} things disagree`}`,
    text: `${[...parts, how].join("\n\n")}\n`,
  };
}
