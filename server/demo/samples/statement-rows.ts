import { toSepaText } from "../../connectors/sepa-text";
import { endToEndIdOf } from "../../lib/money/payment-reference";
import { sampleId } from "./dice";
import type { SamplePayment } from "./plan-payments";
import type { Rows } from "./samples-store";
import { creditedInstead, type SampleStory } from "./story-of";

/** The account of a merchant and currency. */
export type AccountOf = (merchantId: string, currency: string) => { id: string; iban: string; holderName: string };

type Entry = {
  accountId: string;
  currency: string;
  direction: "credit" | "debit";
  amount: number;
  endToEndId: string | null;
  remittance: string | null;
  counterparty: string | null;
  returnReason: string | null;
  bookedAt: Date;
  state: "matched" | "unmatched" | "differs" | "other" | "dismissed";
  problem: string | null;
  matchedBy: "end_to_end_id" | "reference" | "person" | null;
  attemptId: string | null;
  note: string | null;
};

const NO_MATCH = {
  state: "other",
  problem: null,
  matchedBy: null,
  attemptId: null,
  note: null,
  returnReason: null,
} as const;
const DAY_MS = 24 * 3_600_000;
/** The statements begin a day before the first transaction. */
const BEFORE_STATEMENTS_MS = 2 * DAY_MS;
/** Of so many credits, one came without our id and was matched by its reference. */
const BY_REFERENCE_OF = 16;

/** The transactions of a payment: its credits, and what was returned of them. */
function ofPayment(payment: SamplePayment, story: SampleStory, accountId: string, nth: number): Entry[] {
  const { amount, currency, customer, reference } = payment;
  const common = {
    accountId,
    currency,
    remittance: toSepaText(reference, reference.length * 2),
    counterparty: customer.name,
  };
  const credits = story.attempts.flatMap(({ id, bookedAt }): Entry[] => {
    if (bookedAt === null) return [];
    const isByReference = nth % BY_REFERENCE_OF === 5 && story.attempts.length === 1 && !story.late;
    const endToEndId = isByReference ? null : endToEndIdOf(id);
    const matchedBy = isByReference ? "reference" : "end_to_end_id";
    return [
      {
        ...common,
        ...NO_MATCH,
        direction: "credit",
        amount,
        endToEndId,
        bookedAt,
        state: "matched",
        matchedBy,
        attemptId: id,
      },
    ];
  });
  const { exception, returned, paid } = story;
  if (exception?.kind === "amount_differs") {
    const { attempt, at, resolvedNote } = exception;
    const decided =
      resolvedNote === null ? { state: "differs" as const } : { state: "dismissed" as const, note: resolvedNote };
    const entry = {
      ...common,
      ...NO_MATCH,
      ...decided,
      direction: "credit" as const,
      bookedAt: at,
      attemptId: attempt.id,
    };
    credits.push({
      ...entry,
      amount: creditedInstead(amount),
      endToEndId: endToEndIdOf(attempt.id),
      problem: "amount_differs",
    });
  }
  if (!returned || !paid) return credits;
  const back = {
    direction: "debit" as const,
    amount: returned.amount,
    bookedAt: returned.at,
    returnReason: returned.reason,
  };
  const match = {
    state: "matched" as const,
    matchedBy: "end_to_end_id" as const,
    attemptId: paid.id,
    endToEndId: endToEndIdOf(paid.id),
  };
  return [...credits, { ...common, ...NO_MATCH, ...back, ...match }];
}

/** Credits that no payment explains: days ago, minor units, text, sender, and the note of who dismissed it. */
const STRAY = [
  { daysAgo: 3, amount: 4_890, remittance: "encomenda da loja", counterparty: "Teresa Barros", note: null },
  { daysAgo: 9, amount: 12_900, remittance: "vaso azul grande", counterparty: "Rui Cardoso", note: null },
  { daysAgo: 24, amount: 2_940, remittance: null, counterparty: "Sofia Matos", note: null },
  {
    daysAgo: 51,
    amount: 18_000,
    remittance: "Feira de Barcelos",
    counterparty: "Casa do Barro Lda",
    note: "Sold at the fair, not in the shop.",
  },
  { daysAgo: 70, amount: 1_000, remittance: "teste", counterparty: "Olaria do Norte", note: "Our own test transfer." },
] as const;

/** The stray credits of the first merchant's first account. */
function strays(accountId: string, now: Date): Entry[] {
  return STRAY.map(({ daysAgo, note, ...given }) => {
    const bookedAt = new Date(now.getTime() - daysAgo * DAY_MS);
    const state = note === null ? ("unmatched" as const) : ("dismissed" as const);
    const common = { accountId, currency: "EUR", direction: "credit" as const, endToEndId: null, bookedAt };
    return { ...NO_MATCH, ...common, ...given, state, problem: "no_payment", note };
  });
}

/** The booked transactions of the past, and every Monday the transfer of each account's balance to the merchant. */
export function statementRows(
  sampled: readonly { payment: SamplePayment; story: SampleStory }[],
  accountOf: AccountOf,
  now: Date,
): Rows {
  const entries = sampled.flatMap(({ payment, story }, nth) =>
    ofPayment(payment, story, accountOf(payment.merchantId, payment.currency).id, nth),
  );
  const first = sampled[0]?.payment;
  if (first) {
    const olaria = sampled.find(({ payment }) => payment.orderId.startsWith("OL-"))?.payment ?? first;
    entries.push(...strays(accountOf(olaria.merchantId, "EUR").id, now));
  }
  const holders = new Map(
    sampled
      .map(({ payment }) => accountOf(payment.merchantId, payment.currency))
      .map(({ id, holderName }) => [id, holderName]),
  );
  // What a payment's return brings after now has not been booked.
  const booked = entries.filter(({ bookedAt }) => bookedAt <= now);
  return [...booked, ...transfers(booked, holders, now)].map(rowOf);
}

/**
 * The statements of the accounts begin a day before the first of these transactions, so that the months have reports. The
 * worker's first fetch is due at once, and reads the booked balance.
 */
export function coverageRows(transactions: Rows, now: Date): Rows {
  const from = new Date(firstBookedAt(transactions, now).getTime() - DAY_MS);
  return [...new Set(transactions.map((row) => row["account_id"]))].map((id) => ({
    id,
    covered_from: from,
    due_at: now,
  }));
}

function firstBookedAt(transactions: Rows, now: Date): Date {
  return transactions.map((row) => row["booked_at"] as Date).reduce((first, at) => (at < first ? at : first), now);
}

/**
 * What these transactions leave on each account, in minor units. The simulated bank has it from before its statements
 * begin, so that no statement has it as a transaction and its balance agrees with them.
 */
export function leftOn(transactions: Rows, now: Date): { left: Map<unknown, number>; from: Date } {
  const left = new Map<unknown, number>();
  for (const { account_id: id, direction, amount } of transactions) {
    const signed = direction === "credit" ? Number(amount) : -Number(amount);
    left.set(id, (left.get(id) ?? 0) + signed);
  }
  return { left, from: new Date(firstBookedAt(transactions, now).getTime() - BEFORE_STATEMENTS_MS) };
}

function transfers(entries: readonly Entry[], holders: ReadonlyMap<string, string>, now: Date): Entry[] {
  const sorted = [...entries].sort((one, other) => one.bookedAt.getTime() - other.bookedAt.getTime());
  return [...holders].flatMap(([accountId, holder]) => {
    const own = sorted.filter((entry) => entry.accountId === accountId);
    const [first] = own;
    if (!first) return [];
    const { currency } = first;
    const made: Entry[] = [];
    let balance = 0;
    let next = mondayAfter(first.bookedAt);
    const transferUntil = (end: Date) => {
      for (; next <= end; next = new Date(next.getTime() + 7 * DAY_MS)) {
        const common = { accountId, currency, counterparty: holder, bookedAt: next };
        const texts = { endToEndId: null, remittance: "Transfer to the main account" };
        if (balance > 0) made.push({ ...NO_MATCH, ...common, ...texts, direction: "debit", amount: balance });
        balance = Math.min(balance, 0);
      }
    };
    for (const entry of own) {
      transferUntil(entry.bookedAt);
      balance += entry.direction === "credit" ? entry.amount : -entry.amount;
    }
    transferUntil(now);
    return made;
  });
}

/** 05:30 (UTC) on the next Monday. */
function mondayAfter(at: Date): Date {
  const day = new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
  const days = (8 - day.getUTCDay()) % 7 || 7;
  return new Date(day.getTime() + days * DAY_MS + 5.5 * 3_600_000);
}

function rowOf(entry: Entry, nth: number): Rows[number] {
  const { accountId, direction, amount, currency, endToEndId, bookedAt } = entry;
  const bankEntryId = `sample-${nth}`;
  const day = bookedAt.toISOString().slice(0, "2026-01-31".length);
  const seenAt = new Date(bookedAt.getTime() + 30_000);
  return {
    id: sampleId("transaction", nth),
    account_id: accountId,
    bank_entry_id: JSON.stringify([bankEntryId, direction, String(amount), currency, day, endToEndId ?? ""]),
    direction,
    amount,
    currency,
    end_to_end_id: endToEndId,
    remittance: entry.remittance,
    counterparty: entry.counterparty,
    return_reason: entry.returnReason,
    booked_at: bookedAt,
    state: entry.state,
    problem: entry.problem,
    matched_by: entry.matchedBy,
    attempt_id: entry.attemptId,
    note: entry.note,
    seen_at: seenAt,
    decided_at: seenAt,
  };
}
