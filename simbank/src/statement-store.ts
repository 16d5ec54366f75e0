import { z } from "zod";
import { db } from "../../server/lib/db";
import { isUuid } from "../../server/lib/ids";
import { storableTime } from "./rules";

/** A ledger entry from the view of one of its two accounts. */
export type StatementEntry = {
  id: string;
  /** Minor units; negative where the account was debited. */
  amount: bigint;
  currency: string;
  /** payment, return, opening or salary. */
  purpose: string;
  bookedAt: Date;
  counterpartyIban: string;
  counterpartyHolder: string;
  counterpartyKind: string;
  endToEndId: string | null;
  remittance: string | null;
};

export type StatementQuery = {
  accountId: string;
  from: Date;
  /** Exclusive. */
  until: Date;
  /** Of `cursorSchema`. */
  after: string | undefined;
};

const PAGE_SIZE = 100;
/** Time and id of the last entry of the previous page: the next page begins after it. */
export const cursorSchema = z
  .string()
  .regex(/^\d{1,15}_/)
  .refine((cursor) => isUuid(cursor.replace(/^\d+_/, "")));

/**
 * A page of the booked entries of an account, newest first, and the cursor of the next page; null: none. An account is debited at `booked_at` and credited at `credited_at`;
 * an entry with a later time is not booked yet.
 */
export async function readPage(query: StatementQuery): Promise<{ entries: StatementEntry[]; next: string | null }> {
  const { accountId, after } = query;
  const [from, until] = [storableTime(query.from), storableTime(query.until)];
  const [at = "", afterId = null] = after?.split("_") ?? [];
  const found = await db().$queryRaw<StatementEntry[]>`
    SELECT e.id, e.amount, e.currency, e.purpose, e.at AS "bookedAt", other.iban AS "counterpartyIban",
      other.holder AS "counterpartyHolder", other.kind AS "counterpartyKind",
      p.end_to_end_id AS "endToEndId", p.remittance
    FROM (
      SELECT id, -amount AS amount, currency, purpose, booked_at AS at, to_account_id AS other_id, payment_id, returned_payment_id
      FROM sim_entries WHERE from_account_id = ${accountId}::uuid
      UNION ALL
      SELECT id, amount, currency, purpose, credited_at AS at, from_account_id AS other_id, payment_id, returned_payment_id
      FROM sim_entries WHERE to_account_id = ${accountId}::uuid
    ) AS e
    JOIN sim_accounts other ON other.id = e.other_id
    LEFT JOIN sim_payments p ON p.id = coalesce(e.payment_id, e.returned_payment_id)
    WHERE e.at <= app_now()::timestamptz(3) AND e.at >= ${from} AND e.at < ${until}
      AND (${after === undefined} OR (e.at, e.id) < (${storableTime(new Date(Number(at)))}, ${afterId}::uuid))
    ORDER BY e.at DESC, e.id DESC LIMIT ${PAGE_SIZE + 1}`;
  const entries = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? entries.at(-1) : undefined;
  return { entries, next: last ? `${last.bookedAt.getTime()}_${last.id}` : null };
}
