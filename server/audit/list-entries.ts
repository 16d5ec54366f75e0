import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type KeysetPage, keysetPage, readCursor } from "../lib/keyset";
import { readHead } from "./chain-store";
import { type EntryFilter, listActions, listActors, walkEntries } from "./list-store";
import type { SealedEntry } from "./rules";

export type { EntryFilter };

const MAX_ACTORS = 100;

/** What a chain's page can be narrowed to: who acted there (ids), and what was done. */
export type EntryChoices = { actorIds: string[]; actions: string[] };

/**
 * A page of a chain, the latest first. Whose chain it may be has been asked by who calls.
 * @throws AppError VALIDATION_ERROR for a cursor that no page gave out
 */
export function listEntries(
  ctx: Pick<Ctx, "tx">,
  filter: EntryFilter,
  { cursor, size }: { cursor?: string | undefined; size: number },
): Promise<KeysetPage<SealedEntry>> {
  const place = cursor === undefined ? null : readCursor(cursor);
  return keysetPage(place, { size, placeOf: ({ at, id }) => ({ at, id }) }, (towards, from) =>
    walkEntries(dbOf(ctx), filter, { towards, from, limit: size + 1 }),
  );
}

/** How many entries a chain has. */
export async function countEntries(ctx: Pick<Ctx, "tx">, chainId: string): Promise<bigint> {
  return (await readHead(dbOf(ctx), chainId))?.seq ?? 0n;
}

export async function entryChoices(ctx: Pick<Ctx, "tx">, chainId: string): Promise<EntryChoices> {
  const db = dbOf(ctx);
  const [actorIds, actions] = await Promise.all([listActors(db, chainId, MAX_ACTORS), listActions(db, chainId)]);
  return { actorIds, actions };
}
