import { Prisma, type Tx } from "../lib/db";

/** Advisory locks of destinations are of this class; the other half of the key is a hash of the id. */
const CLASS = 0x77686b; // "whk"

/**
 * Takes the locks of destinations until the transaction ends, and waits for them. A destination's id is the endpoint's, or
 * the merchant's for its default URL. Whoever changes what a destination is (URL, secret, signed, environment, disabled)
 * holds it "exclusive", before the change; whoever signs for it reads and signs under "shared". So once a change has
 * committed nothing is signed with what was before. In one order of keys, so that nobody waits in a ring; two ids with
 * one hash share a lock, which costs a wait and no more. Take all of a transaction's locks in one call, and read in a later
 * statement: this one's snapshot is older than the lock.
 */
export async function lockDestinations(
  tx: Tx,
  destinationIds: readonly string[],
  mode: "shared" | "exclusive",
): Promise<void> {
  const lock = Prisma.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await tx.$executeRaw`SELECT ${lock}(${CLASS}::int, key) FROM ${keysOf(destinationIds)}`;
}

/**
 * Takes the shared locks that can be had at once, and answers the ids of those destinations. For whoever has others to go
 * on with: one that is being changed, for however long, holds up nobody else's.
 */
export async function lockFreeDestinations(tx: Tx, destinationIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${[...destinationIds]}::text[]) AS ids (id)
    WHERE pg_try_advisory_xact_lock_shared(${CLASS}::int, hashtext(id))`;
  return new Set(rows.map(({ id }) => id));
}

/** In the order in which they are locked; OFFSET 0 keeps the planner from locking before the sort. */
function keysOf(destinationIds: readonly string[]): Prisma.Sql {
  return Prisma.sql`(
    SELECT DISTINCT hashtext(id) AS key FROM unnest(${[...destinationIds]}::text[]) AS ids (id) ORDER BY 1 OFFSET 0
  ) keys`;
}
