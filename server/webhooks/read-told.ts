import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findTold, type ToldRow } from "./told-store";

/**
 * How far a merchant's servers were told of something: `none`: there is nothing to tell, or nobody; `waiting`: on its way
 * for the first time; `retried`: a try was not taken, and another comes; `failed`: one at least was given up.
 */
export type Told = { state: "none" | "waiting" | "retried" | "failed" | "delivered"; delivered: number; all: number };

const NOTHING: Told = { state: "none", delivered: 0, all: 0 };

/**
 * How far the events of each of these payments or links were told, in one question for all of them. The caller has found
 * them in the merchant's scope; of another's there is nothing.
 */
export async function readTold(
  ctx: Ctx,
  { merchantId, subjectIds }: { merchantId: string; subjectIds: readonly string[] },
): Promise<(subjectId: string) => Told> {
  if (subjectIds.length === 0) return () => NOTHING;
  const rows = await findTold(dbOf(ctx), merchantId, subjectIds);
  const told = new Map(rows.map((row) => [row.subjectId, toldOf(row)]));
  return (subjectId) => told.get(subjectId) ?? NOTHING;
}

function toldOf({ all, delivered, retried, failed }: ToldRow): Told {
  const state = failed > 0 ? "failed" : retried > 0 ? "retried" : delivered < all ? "waiting" : "delivered";
  return { state, delivered, all };
}
