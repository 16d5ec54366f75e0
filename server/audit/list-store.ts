import { type Db, Prisma } from "../lib/db";
import type { Cursor, Place } from "../lib/keyset";
import { SEALED_COLUMNS, type SealedRow, sealedOf } from "./chain-store";
import type { SealedEntry } from "./rules";

/** Which entries of a chain; what is left out narrows nothing. `subjectId`: what the act was about, exactly. */
export type EntryFilter = {
  chainId: string;
  actorId?: string | undefined;
  /** The act's noun: `credential` for all of `credential.created`, `credential.disabled`. */
  nouns?: readonly string[] | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

type Walk = { towards: Cursor["towards"]; from: Place | null; limit: number };

function conditions(filter: EntryFilter, { towards, from }: Walk): Prisma.Sql {
  const { chainId, actorId, subjectId } = filter;
  const parts = [Prisma.sql`chain_id = ${chainId}::uuid`, Prisma.sql`hash IS NOT NULL`];
  if (actorId !== undefined) parts.push(Prisma.sql`actor_id = ${actorId}`);
  if (subjectId !== undefined) parts.push(Prisma.sql`subject_id = ${subjectId}`);
  if (filter.from) parts.push(Prisma.sql`at >= ${filter.from}`);
  if (filter.to) parts.push(Prisma.sql`at < ${filter.to}`);
  if (from) {
    const place = Prisma.sql`(${from.at}::timestamptz, ${from.id}::uuid)`;
    parts.push(towards === "older" ? Prisma.sql`(at, id) < ${place}` : Prisma.sql`(at, id) > ${place}`);
  }
  return Prisma.join(parts, " AND ");
}

/**
 * Entries of a chain from a place on (exclusive), nearest first. Where the act is named, each one's own entries are
 * walked in the order of the page and merged, so that rare acts of a long log are found by the index too.
 */
export async function walkEntries(db: Db, filter: EntryFilter, walk: Walk): Promise<SealedEntry[]> {
  const where = conditions(filter, walk);
  const order = walk.towards === "older" ? Prisma.sql`at DESC, id DESC` : Prisma.sql`at, id`;
  const { nouns } = filter;
  const rows =
    nouns === undefined
      ? await db.$queryRaw<SealedRow[]>`
          SELECT ${SEALED_COLUMNS} FROM audit_entries WHERE ${where} ORDER BY ${order} LIMIT ${walk.limit}`
      : await db.$queryRaw<SealedRow[]>`
          SELECT ${SEALED_COLUMNS}
          FROM unnest(${await actionsOf(db, filter.chainId, nouns)}::text[]) AS act
          CROSS JOIN LATERAL (
            SELECT * FROM audit_entries WHERE ${where} AND action = act ORDER BY ${order} LIMIT ${walk.limit}
          ) AS entries
          ORDER BY ${order} LIMIT ${walk.limit}`;
  return rows.map(sealedOf);
}

/** The acts that a chain has, one look into the index for each. */
export async function listActions(db: Db, chainId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ action: string }[]>`
    WITH RECURSIVE acts AS (
      (SELECT action FROM audit_entries WHERE chain_id = ${chainId}::uuid ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT e.action FROM audit_entries e
        WHERE e.chain_id = ${chainId}::uuid AND e.action > acts.action ORDER BY e.action LIMIT 1)
      FROM acts WHERE acts.action IS NOT NULL
    ) SELECT action FROM acts WHERE action IS NOT NULL`;
  return rows.map(({ action }) => action);
}

async function actionsOf(db: Db, chainId: string, nouns: readonly string[]): Promise<string[]> {
  return (await listActions(db, chainId)).filter((action) => nouns.includes(action.split(".")[0] ?? ""));
}

/** Who acted in a chain, up to `limit` of them, one look into the index for each. */
export async function listActors(db: Db, chainId: string, limit: number): Promise<string[]> {
  const rows = await db.$queryRaw<{ actorId: string }[]>`
    WITH RECURSIVE actors AS (
      (SELECT actor_id, 1 AS count FROM audit_entries
        WHERE chain_id = ${chainId}::uuid AND actor_id IS NOT NULL ORDER BY actor_id LIMIT 1)
      UNION ALL
      SELECT (SELECT e.actor_id FROM audit_entries e
        WHERE e.chain_id = ${chainId}::uuid AND e.actor_id > actors.actor_id ORDER BY e.actor_id LIMIT 1), count + 1
      FROM actors WHERE actors.actor_id IS NOT NULL AND count < ${limit}
    ) SELECT actor_id AS "actorId" FROM actors WHERE actor_id IS NOT NULL`;
  return rows.map(({ actorId }) => actorId);
}
