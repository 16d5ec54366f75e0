import { db } from "../../server/lib/db";
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
  /** The last entry of the previous page: the next page begins after it. */
  after: { bookedAt: Date; id: string } | null;
  limit: number;
};

/**
 * The booked entries of an account, newest first. An account is debited at `booked_at` and credited at `credited_at`;
 * an entry with a later time is not booked yet.
 */
export async function readStatement({
  accountId,
  from: given,
  until: givenEnd,
  after,
  limit,
}: StatementQuery): Promise<StatementEntry[]> {
  const [from, until] = [storableTime(given), storableTime(givenEnd)];
  return db().$queryRaw<StatementEntry[]>`
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
      AND (${after === null} OR (e.at, e.id) < (${storableTime(after?.bookedAt ?? until)}, ${after?.id ?? null}::uuid))
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`;
}
