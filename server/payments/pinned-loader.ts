import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findPinnedLoader, insertPinnedLoader, type PinnedLoader } from "./pinned-loader-store";

export type { PinnedLoader };

const kept = new Set<string>();

/** Keeps the loader before its address is given to anybody: once in a process and for good in the database. */
export async function keepPinnedLoader(ctx: Pick<Ctx, "tx">, loader: PinnedLoader): Promise<void> {
  if (kept.has(loader.hash)) return;
  await insertPinnedLoader(dbOf(ctx), loader);
  kept.add(loader.hash);
}

/** A loader that was kept, of this release or of one before; null for a hash that none has. */
export async function readPinnedLoader(ctx: Pick<Ctx, "tx">, hash: string): Promise<PinnedLoader | null> {
  return /^[0-9a-f]{32}$/.test(hash) ? findPinnedLoader(dbOf(ctx), hash) : null;
}
