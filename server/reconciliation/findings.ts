import { toDecimalString } from "../lib/money/money";

export type FindingKind =
  | "debited_without_credit"
  | "settled_without_credit"
  | "unknown_outcome"
  | "entry_differs"
  | "entry_without_payment"
  | "bank_contradicts_credit"
  | "account_not_read"
  | `exception_${string}`;

/** A discrepancy. `subjectId`: of the payment request, the transaction or the account. `amount` in minor units. */
export type Finding = {
  kind: FindingKind;
  subjectId: string;
  merchantId: string;
  test: boolean;
  amount: string | null;
  currency: string;
  detail: string | null;
  /** In a report: all that were found of this kind, also those that it does not list. Absent in reports of earlier releases. */
  kindTotal?: number;
  /** The same of this merchant and mode. */
  merchantTotal?: number;
};

const HOUR_MS = 3_600_000;
/** An outcome that is unknown, or an account that is not fetched, for longer than this is reported. */
export const UNKNOWN_FOR_MS = HOUR_MS;
export const UNREAD_FOR_MS = 24 * HOUR_MS;

/** Findings per kind in the mail; the command lists more. */
const MAX_IN_MAIL = 10;

const LABELS: Record<string, string> = {
  debited_without_credit: "Debited from the payer more than a banking day ago, not credited to the account",
  settled_without_credit: "Settled according to the payer's bank, not credited to the account",
  unknown_outcome: "Payment outcome unknown for more than an hour",
  entry_differs: "Transaction differs from the payment that it names",
  entry_without_payment: "Transaction without a payment",
  bank_contradicts_credit: "Credited to the account although the payer's bank rejected the payment",
  account_not_read: "Account statement not fetched for a day",
};

/** The label of a kind of finding, for people. */
function findingLabel(kind: FindingKind): string {
  return LABELS[kind] ?? `Payment exception: ${kind.replace("exception_", "").replaceAll("_", " ")}`;
}

/** The number of findings of each kind, in the order of the report; also of those that it does not list. */
export function countKinds(findings: readonly Finding[]): Map<FindingKind, number> {
  const counts = new Map<FindingKind, number>();
  for (const { kind, kindTotal } of findings) counts.set(kind, kindTotal ?? (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The number of all findings of a report. */
export function countAll(findings: readonly Finding[]): number {
  return [...countKinds(findings).values()].reduce((sum, count) => sum + count, 0);
}

/** A finding as a line of text. */
function findingLine({ subjectId, amount, currency, detail, test, merchantId }: Finding): string {
  const money =
    amount === null ? currency : `${toDecimalString({ amountMinor: BigInt(amount), currency })} ${currency}`;
  return [subjectId, money, detail ?? "", `merchant ${merchantId}`, ...(test ? ["test"] : [])].join("  ");
}

/** The report as text, a paragraph for each kind, with its count and its first `most` findings. */
export function reportText(findings: readonly Finding[], most = Number.POSITIVE_INFINITY): string[] {
  return [...countKinds(findings)].map(([kind, count]) => {
    const lines = findings
      .filter((finding) => finding.kind === kind)
      .slice(0, most)
      .map(findingLine);
    const rest = count > lines.length ? [`and ${count - lines.length} more`] : [];
    return [`${findingLabel(kind)}: ${count}`, ...[...lines, ...rest].map((line) => `  ${line}`)].join("\n");
  });
}

/** The operator's mail: the report with MAX_IN_MAIL findings of each kind, and the command for more. */
export function reportMail(recipient: string, day: Date, findings: readonly Finding[]) {
  const date = day.toISOString().slice(0, 10);
  const total = countAll(findings);
  const how = `More findings: npm run -s bankside -- reconciliation report --date ${date}`;
  return {
    recipient,
    subject: `Bankside, ${date}: ${total === 1 ? "1 reconciliation discrepancy" : `${total} reconciliation discrepancies`}`,
    text: `${[...reportText(findings, MAX_IN_MAIL), how].join("\n\n")}\n`,
  };
}

const isWeekend = (moment: Date) => moment.getUTCDay() % 6 === 0;

/**
 * The moment one banking day before another, without Saturdays and Sundays (UTC): on one of them, the day before Saturday
 * began. Bank holidays are not considered: after one, a payment may be reported a day early.
 */
export function bankingDayBefore(moment: Date): Date {
  const day = new Date(moment);
  if (isWeekend(day)) day.setUTCHours(0, 0, 0, 0);
  do day.setUTCDate(day.getUTCDate() - 1);
  while (isWeekend(day));
  return day;
}
