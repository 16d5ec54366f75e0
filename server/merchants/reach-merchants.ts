import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findReached, type Reach, type ReachedMerchant, searchReached } from "./reach-store";

export type { Reach, ReachedMerchant };

/** A merchant that the caller may access; null for any other and an unknown one. */
export function readReached(ctx: Pick<Ctx, "tx">, reach: Reach, id: string): Promise<ReachedMerchant | null> {
  return findReached(dbOf(ctx), reach, id);
}

/** The accessible merchants whose name contains the text, ignoring case; by name. `total`: of all matches. */
export function searchMerchants(
  ctx: Pick<Ctx, "tx">,
  reach: Reach,
  { search, limit }: { search: string; limit: number },
): Promise<{ items: ReachedMerchant[]; total: number }> {
  return searchReached(dbOf(ctx), reach, { search: search.trim(), limit });
}
