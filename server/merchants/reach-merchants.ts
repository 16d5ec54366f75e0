import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findReached, type Reach, type ReachedMerchant, searchReached } from "./reach-store";

export type { Reach, ReachedMerchant };

/** One of the merchants within reach; null for any other and for none. */
export function readReached(ctx: Pick<Ctx, "tx">, reach: Reach, id: string): Promise<ReachedMerchant | null> {
  return findReached(dbOf(ctx), reach, id);
}

/** The merchants within reach whose name has this text in it, whichever case; by name. `total`: of all that fit. */
export function searchMerchants(
  ctx: Pick<Ctx, "tx">,
  reach: Reach,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: ReachedMerchant[]; total: number }> {
  return searchReached(dbOf(ctx), reach, { search: search.trim(), limit });
}
