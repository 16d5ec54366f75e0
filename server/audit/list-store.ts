import { allOf, type Db, Prisma } from "../lib/db";
import { afterCursor, distinctStepsSql, keysetOrder, type PageQuery } from "../lib/keyset";
import { SEALED_COLUMNS, type SealedRow, sealedOf } from "./chain-store";
import type { SealedEntry } from "./rules";

/** A filter for entries of a chain; omitted fields don't filter. `subjectId`: the exact subject. */
export type EntryFilter = {
  chainId: string;
  actorId?: string | undefined;
  /** The noun of the action: `credential` for all of `credential.created`, `credential.disabled`. */
  nouns?: readonly string[] | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

const KEY = { at: Prisma.sql`at`, id: Prisma.sql`id` };

function conditions(filter: EntryFilter, page: PageQuery): Prisma.Sql {
  const { chainId, actorId, subjectId } = filter;
  const parts = [Prisma.sql`chain_id = ${chainId}::uuid`, Prisma.sql`hash IS NOT NULL`];
  if (actorId !== undefined) parts.push(Prisma.sql`actor_id = ${actorId}`);
  if (subjectId !== undefined) parts.push(Prisma.sql`subject_id = ${subjectId}`);
  if (filter.from) parts.push(Prisma.sql`at >= ${filter.from}`);
  if (filter.to) parts.push(Prisma.sql`at < ${filter.to}`);
  return allOf([...parts, ...afterCursor(KEY, page)]);
}

/**
 * Entries of a chain after a position (exclusive), nearest first. With a filter by action, the entries of each action
 * are read in page order and merged, so that the index also finds rare actions of a long log.
 */
export async function findEntryPage(db: Db, filter: EntryFilter, page: PageQuery): Promise<SealedEntry[]> {
  const where = conditions(filter, page);
  const end = Prisma.sql`${keysetOrder(KEY, page.towards)} LIMIT ${page.limit}`;
  const { nouns } = filter;
  const rows =
    nouns === undefined
      ? await db.$queryRaw<SealedRow[]>`
          SELECT ${SEALED_COLUMNS} FROM audit_entries WHERE ${where} ${end}`
      : await db.$queryRaw<SealedRow[]>`
          SELECT ${SEALED_COLUMNS}
          FROM unnest(${await actionsOf(db, filter.chainId, nouns)}::text[]) AS act
          CROSS JOIN LATERAL (
            SELECT * FROM audit_entries WHERE ${where} AND action = act ${end}
          ) AS entries
          ${end}`;
  return rows.map(sealedOf);
}

/** The actions of a chain, with one index lookup for each. */
export async function listActions(db: Db, chainId: string): Promise<string[]> {
  const steps = distinctStepsSql("action", "audit_entries", Prisma.sql`chain_id = ${chainId}::uuid`);
  return (await db.$queryRaw<{ action: string }[]>(steps)).map(({ action }) => action);
}

async function actionsOf(db: Db, chainId: string, nouns: readonly string[]): Promise<string[]> {
  return (await listActions(db, chainId)).filter((action) => nouns.includes(action.split(".")[0] ?? ""));
}

/** The actors of a chain, up to `limit`, with one index lookup for each. */
export async function listActors(db: Db, chainId: string, limit: number): Promise<string[]> {
  const named = Prisma.sql`chain_id = ${chainId}::uuid AND actor_id IS NOT NULL`;
  const steps = distinctStepsSql("actor_id", "audit_entries", named);
  const rows = await db.$queryRaw<{ actor_id: string }[]>`${steps} LIMIT ${limit}`;
  return rows.map(({ actor_id }) => actor_id);
}
