import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type KeysetPage, keysetPage, type PageRequest } from "../lib/keyset";
import { readHead } from "./chain-store";
import { type EntryFilter, findEntryPage, listActions, listActors } from "./list-store";
import type { SealedEntry } from "./rules";

export type { EntryFilter };

const MAX_ACTORS = 100;

/** The filter options of a chain's page: ids of actors, and actions. */
type EntryChoices = { actorIds: string[]; actions: string[] };

/**
 * A page of a chain, newest first. The caller has checked access to the chain.
 * @throws AppError VALIDATION_ERROR for an unknown cursor
 */
export function listEntries(
  ctx: Pick<Ctx, "tx">,
  filter: EntryFilter,
  page: PageRequest,
): Promise<KeysetPage<SealedEntry>> {
  const keyOf = ({ at, id }: SealedEntry) => ({ at, id });
  return keysetPage(page, keyOf, (query) => findEntryPage(dbOf(ctx), filter, query));
}

/** The number of entries of a chain. */
export async function countEntries(ctx: Pick<Ctx, "tx">, chainId: string): Promise<bigint> {
  return (await readHead(dbOf(ctx), chainId))?.seq ?? 0n;
}

/** The choices of the log's filter: the actors and actions of this chain. */
export async function entryChoices(ctx: Pick<Ctx, "tx">, chainId: string): Promise<EntryChoices> {
  const db = dbOf(ctx);
  const [actorIds, actions] = await Promise.all([listActors(db, chainId, MAX_ACTORS), listActions(db, chainId)]);
  return { actorIds, actions };
}
