import { z } from "zod";
import catalogue from "../../prisma/banks.json";
import type { BankRow } from "./store";

const entry = z.object({
  id: z.uuid(),
  slug: z.string(),
  market: z.string().length(2),
  currency: z.string().length(3),
  name: z.string(),
  displayName: z.string(),
  aliases: z.array(z.string()).default([]),
  websiteUrl: z.string(),
  logoUrl: z.string().default(""),
  bic: z.string().nullable(),
  topInMarket: z.boolean().default(true),
  rank: z.int().nullable(),
  schemes: z.array(z.string()),
});

let memo: readonly BankRow[] | undefined;

/** The catalogue of banks that ships with this version (prisma/banks.json), without a database query. */
export function catalogueBanks(): readonly BankRow[] {
  memo ??= z.array(entry).parse(catalogue.banks);
  return memo;
}
