import type { Ctx } from "../lib/context";
import { db, dbOf } from "../lib/db";
import { isUuid } from "../lib/ids";
import { type BankRow, findBankById, findBanksByHost } from "./store";

export type Bank = BankRow;

/** The bank, or null for an unknown or malformed id. */
export async function findBank(ctx: Pick<Ctx, "tx">, id: string): Promise<Bank | null> {
  return isUuid(id) ? findBankById(dbOf(ctx), id.toLowerCase()) : null;
}

/** The bank whose website lives on this host, or null; for the drawn logos. */
export async function findBankByHost(host: string): Promise<Bank | null> {
  const [found] = await findBanksByHost(db(), host.toLowerCase());
  return found ?? null;
}
