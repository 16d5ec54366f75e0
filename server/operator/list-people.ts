import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findPeopleWithRoles, type PeopleFilter, type Person } from "./people-store";
import { requirePlatform } from "./require-platform";

export type { Person };

/**
 * The people who may sign in, with every role that they hold, by address; `next` is the address that the page after it
 * begins behind, null at the end. @throws AppError FORBIDDEN_VIEW
 */
export async function listPeople(
  ctx: Ctx,
  { filter, after, limit }: { filter: PeopleFilter; after: string | null; limit: number },
): Promise<{ items: Person[]; next: string | null }> {
  requirePlatform(ctx);
  const rows = await findPeopleWithRoles(dbOf(ctx), filter, after, limit + 1);
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.email ?? null) : null };
}
