import type { Debtor } from "../connectors/port";
import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import type { MatchedBy, Problem } from "./matching-rules";
import type { Particulars } from "./statement-fetch-rules";

export type EntryState = "matched" | "unmatched" | "differs" | "other" | "dismissed";

export type NewEntry = {
  accountId: string;
  bankEntryId: string;
  /** Where the bank's id of the entry is another. */
  transactionId?: string | null;
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  endToEndId: string | null;
  remittance: string | null;
  counterparty: string | null;
  /** The debtor of a credit, unmasked: not stored with the entry. */
  debtor?: Debtor | undefined;
  returnReason: string | null;
  bookedAt: Date;
};

/** Inserts an entry and returns its id; null when it exists. Locks the row until the transaction ends. */
export async function insertEntry(tx: Tx, entry: NewEntry): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO statement_entries (id, account_id, bank_entry_id, bank_transaction_id, direction, amount, currency,
      end_to_end_id, remittance, counterparty, return_reason, booked_at, state)
    VALUES (${newId()}::uuid, ${entry.accountId}::uuid, ${entry.bankEntryId}, ${entry.transactionId ?? null},
      ${entry.direction}, ${entry.amountMinor}, ${entry.currency}, ${entry.endToEndId}, ${entry.remittance},
      ${entry.counterparty}, ${entry.returnReason}, ${entry.bookedAt}, 'unmatched')
    ON CONFLICT (account_id, bank_entry_id) DO NOTHING RETURNING id::text AS id`;
  return row?.id ?? null;
}

/** The entries of an account that are already stored, most of a repeated statement, by identity. */
export async function findKnownEntries(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Particulars>> {
  const rows = await db.$queryRaw<(Particulars & { id: string })[]>`
    SELECT bank_entry_id AS id, bank_transaction_id AS "transactionId", remittance, counterparty FROM statement_entries
    WHERE account_id = ${accountId}::uuid AND bank_entry_id = ANY (${ids}::text[])`;
  return new Map(rows.map(({ id, ...particulars }) => [id, particulars]));
}

export type EntryDecision = {
  state: EntryState;
  attemptId: string | null;
  matchedBy: MatchedBy | null;
  problem: Problem | null;
  note?: string | null;
};

/** Stores an entry's match, in the transaction that applies it. */
export async function setDecision(tx: Tx, id: string, decision: EntryDecision): Promise<void> {
  const { state, attemptId, matchedBy, problem, note = null } = decision;
  await tx.$executeRaw`
    UPDATE statement_entries SET state = ${state}, attempt_id = ${attemptId}::uuid, matched_by = ${matchedBy},
      problem = ${problem}, note = ${note}, decided_at = app_now() WHERE id = ${id}::uuid`;
}

/** The sums matched to these attempts: whether a credit was, and the returned amount. */
export async function findMatchedSums(
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, { credited: boolean; returnedMinor: bigint }>> {
  const rows = await db.$queryRaw<{ attemptId: string; credited: boolean; returnedMinor: bigint }[]>`
    SELECT attempt_id::text AS "attemptId", bool_or(direction = 'credit') AS credited,
      COALESCE(sum(amount) FILTER (WHERE direction = 'debit'), 0)::bigint AS "returnedMinor"
    FROM statement_entries WHERE state = 'matched' AND attempt_id = ANY (${attemptIds}::uuid[]) GROUP BY attempt_id`;
  return new Map(rows.map(({ attemptId, ...sums }) => [attemptId, sums]));
}

export type EntryRow = NewEntry & {
  id: string;
  merchantId: string;
  state: EntryState;
  problem: Problem | null;
  matchedBy: string | null;
  attemptId: string | null;
  note: string | null;
  seenAt: Date;
};

const COLUMNS = Prisma.sql`e.id::text AS id, e.account_id::text AS "accountId", a.merchant_id::text AS "merchantId",
  e.bank_entry_id AS "bankEntryId", e.direction, e.amount AS "amountMinor", e.currency, e.end_to_end_id AS "endToEndId",
  e.remittance, e.counterparty, e.return_reason AS "returnReason", e.booked_at AS "bookedAt", e.state, e.problem,
  e.matched_by AS "matchedBy", e.attempt_id::text AS "attemptId", e.note, e.seen_at AS "seenAt"`;
const FROM = Prisma.sql`FROM statement_entries e JOIN managed_accounts a ON a.id = e.account_id`;

/** Unmatched entries, those of real accounts first, then newest first. */
export function findOpenEntries(db: Db, limit: number): Promise<EntryRow[]> {
  return db.$queryRaw<EntryRow[]>`
    SELECT ${COLUMNS} ${FROM} WHERE e.state IN ('unmatched', 'differs') 
    ORDER BY a.simulated, e.seen_at DESC, e.id LIMIT ${limit}`;
}

async function findEntry(db: Db, id: string): Promise<EntryRow | null> {
  const [row] = await db.$queryRaw<EntryRow[]>`SELECT ${COLUMNS} ${FROM} WHERE e.id = ${id}::uuid`;
  return row ?? null;
}

/** An entry, locked until the transaction ends. */
export async function lockEntry(tx: Tx, id: string): Promise<EntryRow | null> {
  await tx.$queryRaw`SELECT id FROM statement_entries WHERE id = ${id}::uuid FOR UPDATE`;
  return findEntry(tx, id);
}
