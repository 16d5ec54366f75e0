import { type Db, Prisma, type Tx } from "../../lib/db";

/** Rows of one table: all have the columns of the first one. */
export type Rows = Record<string, unknown>[];

/** Inserts rows in one statement; the table's own types say how the JSON is read. Table and columns are constants of the code. */
export async function insertRows(tx: Tx, table: string, rows: Rows): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Prisma.raw(Object.keys(first).join(", "));
  const given = JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(table)} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${Prisma.raw(table)}, ${given}::json)`;
}

/** A simulated account, and what the simulated bank has on it, in minor units. */
type SimulatedBalance = { iban: string; currency: string; holder: string; minor: number };

/** Gives the simulated bank these balances since then; its books stay in balance. */
export async function openSimulatedBalances(tx: Tx, bank: string, balances: SimulatedBalance[], since: Date) {
  const given = Prisma.sql`json_to_recordset(${JSON.stringify(balances)}::json)
    AS given (iban text, currency text, holder text, minor bigint)`;
  await tx.$executeRaw`
    INSERT INTO sim_accounts (id, bank, kind, iban, currency, holder)
    SELECT gen_random_uuid(), ${bank}, 'corporate', iban, currency, holder FROM ${given}
    UNION ALL
    SELECT gen_random_uuid(), 'treasury', 'treasury', 'TREASURY', currency, 'Treasury of the simulation'
    FROM ${given} GROUP BY currency
    ON CONFLICT (iban, currency) DO NOTHING`;
  await tx.$executeRaw`
    INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
    SELECT gen_random_uuid(), CASE WHEN minor > 0 THEN t.id ELSE a.id END, CASE WHEN minor > 0 THEN a.id ELSE t.id END,
      abs(minor), currency, 'opening', ${since}, ${since}
    FROM ${given} JOIN sim_accounts a USING (iban, currency)
      JOIN sim_accounts t USING (currency)
    WHERE t.kind = 'treasury' AND minor <> 0`;
}

/** Whether nothing has been paid or linked yet: a demo that was used has a past of its own. */
export async function isUnused(db: Db): Promise<boolean> {
  const [found] = await db.$queryRaw<{ unused: boolean }[]>`
    SELECT NOT EXISTS (SELECT 1 FROM payment_requests) AND NOT EXISTS (SELECT 1 FROM payment_links) AS unused`;
  return found?.unused ?? false;
}

/** Whether a payment request exists. */
export async function hasRequest(db: Db, id: string): Promise<boolean> {
  return (await db.paymentRequest.count({ where: { id } })) > 0;
}

/** The users of a merchant by the part of their address before the @. */
export async function findUserIds(db: Db, merchantId: string): Promise<Map<string, string>> {
  const found = await db.membership.findMany({ where: { merchantId }, select: { user: true } });
  return new Map(found.map(({ user: { id, email } }) => [email.replace(/@.*/, ""), id]));
}
