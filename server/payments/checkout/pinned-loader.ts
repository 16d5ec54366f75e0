import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { findPinnedLoader, insertPinnedLoader, type PinnedLoader } from "./store";

export type { PinnedLoader };

const kept = new Set<string>();

/** Stores the loader before its address is served: once per process, permanently in the database. */
export async function keepPinnedLoader(ctx: Pick<Ctx, "tx">, loader: PinnedLoader): Promise<void> {
  if (kept.has(loader.hash)) return;
  await insertPinnedLoader(dbOf(ctx), loader);
  kept.add(loader.hash);
}

/** A stored loader of this or an earlier release; null for an unknown hash. */
export async function readPinnedLoader(ctx: Pick<Ctx, "tx">, hash: string): Promise<PinnedLoader | null> {
  return /^[0-9a-f]{32}$/.test(hash) ? findPinnedLoader(dbOf(ctx), hash) : null;
}
