import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type BankRow, findBanks } from "./store";

/** Every bank of a currency in curated order, for the checkout's bank list. */
export function listBanks(ctx: Pick<Ctx, "tx">, filter: { currency: string }): Promise<BankRow[]> {
  return findBanks(dbOf(ctx), { currency: filter.currency });
}
