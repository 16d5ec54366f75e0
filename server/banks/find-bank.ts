import type { Ctx } from "../lib/context";
import { db, dbOf } from "../lib/db";
import { isUuid } from "../lib/ids";
import { shortCache } from "../lib/short-cache";
import { type BankRow, findBankById, findBankBySlug, findBanksByHost } from "./store";

export type Bank = BankRow;

// The catalogue changes only when a version starts (sync-catalogue.ts).
const byId = shortCache<Bank>();

/** The bank, or null for an unknown or malformed id. */
export async function findBank(ctx: Pick<Ctx, "tx">, id: string): Promise<Bank | null> {
  if (!isUuid(id)) return null;
  const known = id.toLowerCase();
  return byId.find(known, () => findBankById(dbOf(ctx), known), { alone: ctx.tx !== undefined });
}

/** The bank of the catalogue with this slug and currency, or null. */
export function findBankByName(slug: string, currency: string): Promise<Bank | null> {
  return findBankBySlug(db(), slug, currency);
}

/** The bank whose website has this host, or null; for generated logos. */
export async function findBankByHost(host: string): Promise<Bank | null> {
  const [found] = await findBanksByHost(db(), host.toLowerCase());
  return found ?? null;
}
