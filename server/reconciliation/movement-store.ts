import { type Db, Prisma } from "../lib/db";
import type { Place } from "../lib/keyset";
import type { Problem } from "./rules";
import type { EntryState } from "./store";

export type MovementRow = {
  id: string;
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  remittance: string | null;
  counterparty: string | null;
  returnReason: string | null;
  bookedAt: Date;
  state: EntryState;
  problem: Problem | null;
  /** Why a person decided as they did. */
  note: string | null;
  bankName: string;
  iban: string;
  simulated: boolean;
  /** The payment request that it was matched to, of this very merchant; else null. */
  paymentId: string | null;
  paymentReference: string | null;
};

/** Which movements: of a merchant's real or simulated accounts (undefined: of both), all or those without a payment. */
export type MovementFilter = { merchantId: string; simulated: boolean | undefined; unplacedOnly: boolean };

/** The accounts `a` of a filter: few, the closed ones too. A bank without a name goes by its connection, as everywhere. */
function accountsOf({ merchantId, simulated }: MovementFilter): Prisma.Sql {
  const kind = simulated === undefined ? Prisma.sql`TRUE` : Prisma.sql`simulated = ${simulated}`;
  return Prisma.sql`(SELECT id, iban, simulated, merchant_id,
      COALESCE(bank_name, initcap(replace(bank_slug, '-', ' '))) AS bank_name FROM managed_accounts
    WHERE merchant_id = ${merchantId}::uuid AND ${kind}) AS a`;
}

const UNPLACED = Prisma.sql`e.state IN ('unmatched', 'differs')`;
const wantedOf = ({ unplacedOnly }: MovementFilter) => (unplacedOnly ? UNPLACED : Prisma.sql`TRUE`);

export type MovementWalk = { towards: "older" | "newer"; from: Place | null; limit: number };

/**
 * Movements from a place on, nearest first, of all accounts of the filter: each account's own are walked by its index, so
 * that no page costs more than another.
 */
export function walkEntries(db: Db, filter: MovementFilter, walk: MovementWalk): Promise<MovementRow[]> {
  return db.$queryRaw<MovementRow[]>(walkSql(filter, walk));
}

/** SQL of such a walk. */
function walkSql(filter: MovementFilter, { towards, from, limit }: MovementWalk): Prisma.Sql {
  const older = towards === "older";
  const order = older ? Prisma.sql`e.booked_at DESC, e.id DESC` : Prisma.sql`e.booked_at, e.id`;
  const place = from && Prisma.sql`(${from.at}::timestamptz, ${from.id}::uuid)`;
  const beyond = place
    ? older
      ? Prisma.sql`(e.booked_at, e.id) < ${place}`
      : Prisma.sql`(e.booked_at, e.id) > ${place}`
    : Prisma.sql`TRUE`;
  return Prisma.sql`
    SELECT e.id::text AS id, e.direction, e.amount AS "amountMinor", e.currency, e.remittance, e.counterparty,
      e.return_reason AS "returnReason", e.booked_at AS "bookedAt", e.state, e.problem, e.note, a.bank_name AS "bankName",
      a.iban, a.simulated, r.id::text AS "paymentId", r.payment_reference AS "paymentReference"
    FROM ${accountsOf(filter)} CROSS JOIN LATERAL (
        SELECT * FROM statement_entries e WHERE e.account_id = a.id AND ${wantedOf(filter)} AND ${beyond}
        ORDER BY ${order} LIMIT ${limit}) AS e
      LEFT JOIN payment_attempts t ON t.id = e.attempt_id AND e.state = 'matched'
      LEFT JOIN payment_requests r ON r.id = t.payment_request_id AND r.merchant_id = a.merchant_id
    ORDER BY ${order} LIMIT ${limit}`;
}

/** How many movements the filter lets through, counted no further than `most`. */
export async function countEntries(db: Db, filter: MovementFilter, most: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM ${accountsOf(filter)} JOIN statement_entries e ON e.account_id = a.id
      WHERE ${wantedOf(filter)} LIMIT ${most}) AS counted`;
  return row?.count ?? 0;
}

export type UnplacedSum = { currency: string; count: number; amountMinor: bigint };

/** What has come in and belongs to no payment, by currency. */
export function sumUnplacedCredits(db: Db, filter: MovementFilter): Promise<UnplacedSum[]> {
  return db.$queryRaw<UnplacedSum[]>`
    SELECT e.currency, count(*)::int AS count, sum(e.amount)::bigint AS "amountMinor"
    FROM ${accountsOf(filter)} JOIN statement_entries e ON e.account_id = a.id
    WHERE ${UNPLACED} AND e.direction = 'credit' GROUP BY e.currency ORDER BY e.currency`;
}
