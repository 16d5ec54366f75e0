import { type Db, Prisma, type Tx } from "../../lib/db";

/** One person at one merchant. */
export type ViewOwner = { merchantId: string; userId: string };

export type SavedView = { id: string; name: string; search: string };

/** Locks the views of a person until the transaction ends, so that several at once do not exceed their limit. */
export async function lockViews(tx: Tx, { merchantId, userId }: ViewOwner): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`saved views ${merchantId} ${userId}`}, 0))`;
}

/** The views of a person, oldest first. */
export function findViews(db: Db, owner: ViewOwner): Promise<SavedView[]> {
  return db.savedView.findMany({
    where: owner,
    select: { id: true, name: true, search: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** Saves a view; one with the same name is replaced. */
export async function upsertView(tx: Tx, owner: ViewOwner, { id, name, search }: SavedView): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO saved_views (id, merchant_id, user_id, name, search)
    VALUES (${id}::uuid, ${owner.merchantId}::uuid, ${owner.userId}::uuid, ${name}, ${search})
    ON CONFLICT (merchant_id, user_id, name) DO UPDATE SET search = excluded.search`;
}

/** SQL of a text in lower case whose words are separated by single spaces, with a space at both ends. */
const words = (text: Prisma.Sql) =>
  Prisma.sql`' ' || btrim(regexp_replace(lower(${text}), '[^[:alnum:]@._-]+', ' ', 'g')) || ' '`;

/** SQL of whether a value names one person: an e-mail address, a phone number, a full name, or an ID that is no everyday number. */
const NAMES_ONE = Prisma.sql`CASE known.key WHEN 'email' THEN true WHEN 'phone' THEN true
  WHEN 'name' THEN btrim(known.value) ~ '[[:space:]]'
  WHEN 'id' THEN known.value ~ '[[:alpha:]]' OR length(known.value) >= 6 ELSE false END`;

/**
 * Deletes the views of every member that are named after a customer of these payments. A first name or a short number is
 * no reason: the ID `7` would delete "Last 7 days".
 */
export async function deleteViewsNaming(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM saved_views v USING payment_requests r, jsonb_each_text(r.customer) AS known
    WHERE r.id = ANY (${[...paymentIds]}::uuid[]) AND v.merchant_id = r.merchant_id AND ${NAMES_ONE} AND known.value ~ '[[:alnum:]]'
      AND strpos(${words(Prisma.sql`v.name`)}, ${words(Prisma.sql`known.value`)}) > 0`;
}

export async function deleteView(db: Db, owner: ViewOwner, id: string): Promise<void> {
  await db.savedView.deleteMany({ where: { ...owner, id } });
}
