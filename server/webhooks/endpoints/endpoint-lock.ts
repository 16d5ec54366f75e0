import { Prisma, type Tx } from "../../lib/db";

/** The class of these advisory locks; the other half of the key is a hash of the endpoint key. */
const CLASS = 0x77686b; // "whk"

/**
 * Locks endpoints until the transaction ends, and waits for the locks. Changing an endpoint (URL, secret, signing,
 * mode, disabled) needs "exclusive"; signing for it needs "shared" for reading and signing. So after a change has
 * committed nothing is signed with the previous values. Locks are taken in the order of their keys, which prevents
 * deadlocks; two endpoints with the same hash share a lock, which only costs a wait. Take all locks of a transaction in
 * one call and read in a later statement: this statement's snapshot is older than its locks.
 */
export async function lockEndpoints(
  tx: Tx,
  endpointKeys: readonly string[],
  mode: "shared" | "exclusive",
): Promise<void> {
  const lock = Prisma.raw(mode === "shared" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock");
  await tx.$executeRaw`SELECT ${lock}(${CLASS}::int, key) FROM ${keysOf(endpointKeys)}`;
}

/**
 * Takes the shared locks that are available at once and returns those endpoint keys, so that an endpoint under change
 * does not delay the deliveries of others.
 */
export async function lockFreeEndpoints(tx: Tx, endpointKeys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM unnest(${[...endpointKeys]}::text[]) AS ids (id)
    WHERE pg_try_advisory_xact_lock_shared(${CLASS}::int, hashtext(id))`;
  return new Set(rows.map(({ id }) => id));
}

/** In lock order. OFFSET 0 keeps the planner from locking before the sort. */
function keysOf(endpointKeys: readonly string[]): Prisma.Sql {
  return Prisma.sql`(
    SELECT DISTINCT hashtext(id) AS key FROM unnest(${[...endpointKeys]}::text[]) AS ids (id) ORDER BY 1 OFFSET 0
  ) keys`;
}
