import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type BankRow, findBanks } from "./store";

/** Every bank that pays in a currency, in curated order: what the picker of the checkout offers. */
export function listBanks(ctx: Pick<Ctx, "tx">, filter: { currency: string }): Promise<BankRow[]> {
  return findBanks(dbOf(ctx), { currency: filter.currency });
}
