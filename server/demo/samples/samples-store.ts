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
