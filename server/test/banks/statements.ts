import { randomUUID } from "node:crypto";
import { now } from "../../lib/clock";
import { db, type Tx } from "../../lib/db";
import { lockRequestAndLink, type RequestRow } from "../../payments/requests/lock-request";
import { applyEntry } from "../../reconciliation/apply-entry";
import {
  claimDueStatementFetches,
  fetchStatement,
  planDueStatementFetches,
} from "../../reconciliation/fetch-statement";
import { monthOf, spanOf } from "../../reconciliation/monthly-reports/months";
import { moveClock, query } from "../database";
import { answer, type Story } from "./payment-stories";

// Statements of receiving accounts: as the worker fetches them from a bank, and as a test defines them.

const BATCH = 100;

type NewEntry = Parameters<typeof applyEntry>[0];

/** Runs the worker's due statement fetches. Returns their number. */
export async function statementsRead(): Promise<number> {
  await planDueStatementFetches();
  const leases = await claimDueStatementFetches(BATCH);
  for (const lease of leases) await fetchStatement(lease);
  return leases.length;
}

export type AttemptKey = { id: string; endToEndId: string; accountId: string; state: string };

/** The attempts of a payment request, oldest first. */
export const attemptsOf = async (requestId: string) => {
  const sql = `SELECT id, end_to_end_id AS "endToEndId", receiving_account_id AS "accountId", state
      FROM payment_attempts WHERE payment_request_id = $1 ORDER BY created_at, id`;
  return (await query<AttemptKey>(sql, [requestId])).rows;
};

/** The only attempt of a payment request. */
export async function attemptOf(requestId: string): Promise<AttemptKey> {
  const [attempt] = await attemptsOf(requestId);
  if (!attempt) throw new Error(`Payment request ${requestId} has no attempt.`);
  return attempt;
}

/** A payment that its customer approved at the bank. */
export async function approvedPayment(story: Pick<Story, "newPayment" | "press">, reference: string) {
  const payment = await story.newPayment({ payment_reference: reference });
  await answer((await story.press(payment.token)).data.redirect_url, "approve");
  return { ...payment, attempt: await attemptOf(payment.id) };
}

/** Moves the time to the first moment of the next month, and then on. */
export async function moveToNextMonth(further: string): Promise<void> {
  const ahead = spanOf(monthOf(now())).to.getTime() - now().getTime();
  await moveClock(`${ahead} milliseconds`);
  await moveClock(further);
}

/** A transaction of 25.50 EUR that was booked today, as a bank reports it, with the changes of a test. */
export function newEntry(accountId: string, changed: Partial<NewEntry> = {}): NewEntry {
  return {
    accountId,
    bankEntryId: randomUUID(),
    direction: "credit",
    amountMinor: 2550n,
    currency: "EUR",
    endToEndId: null,
    remittance: null,
    counterparty: null,
    returnReason: null,
    bookedAt: new Date(),
    ...changed,
  };
}

export type EntryFacts = {
  id: string;
  state: string;
  problem: string | null;
  matched_by: string | null;
  attempt_id: string | null;
};

/** Stores an entry as the worker does; returns the stored entry. */
export async function taken(entry: NewEntry): Promise<EntryFacts> {
  await applyEntry(entry);
  const [row] = await entriesOf(entry.accountId, entry.bankEntryId);
  if (!row) throw new Error(`Entry ${entry.bankEntryId} was not stored.`);
  return row;
}

/** Runs it under the locks of the attempt's payment, as an entry is matched. */
export function underLocks<T>(attemptId: string, run: (tx: Tx, request: RequestRow) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    const where = { where: { id: attemptId }, select: { paymentRequestId: true } };
    const { paymentRequestId } = await tx.paymentAttempt.findUniqueOrThrow(where);
    return run(tx, await lockRequestAndLink(tx, paymentRequestId));
  });
}

/** The stored entries of an account, or one of them by the bank's id. */
export const entriesOf = async (accountId: string, bankEntryId: string | null = null) => {
  const sql = `SELECT id, state, problem, matched_by, attempt_id FROM statement_entries
      WHERE account_id = $1 AND ($2::text IS NULL OR bank_entry_id = $2) ORDER BY id`;
  return (await query<EntryFacts>(sql, [accountId, bankEntryId])).rows;
};

export type ReadingFacts = {
  due_in_s: number;
  problem: string | null;
  tries: number;
  limited: boolean;
  read: boolean;
};

/** The time of an account's next fetch, and the result of the last one. */
export const statementFetchOf = async (accountId: string) => {
  const sql = `SELECT round(extract(epoch FROM due_at - app_now()))::int AS due_in_s, problem, tries, limited,
      read_at IS NOT NULL AS read FROM statement_fetches WHERE id = $1`;
  return (await query<ReadingFacts>(sql, [accountId])).rows[0];
};

/** The recorded returns of an attempt, and their number. */
export const reversalsOf = async (attemptId: string) => {
  const sql = `SELECT returned_minor::text AS amount, source FROM payment_reversals WHERE attempt_id = $1 ORDER BY at, id`;
  return (await query<{ amount: string; source: string }>(sql, [attemptId])).rows;
};
