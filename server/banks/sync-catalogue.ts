import { z } from "zod";
import catalogue from "../../prisma/banks.json";
import { db } from "../lib/db";
import { upsertBanks } from "./store";

const entry = z.object({
  id: z.uuid(),
  slug: z.string(),
  market: z.string().length(2),
  currency: z.string().length(3),
  name: z.string(),
  displayName: z.string(),
  websiteUrl: z.string(),
  logoUrl: z.string(),
  bic: z.string().nullable(),
  topInMarket: z.boolean(),
  rank: z.int().nullable(),
  schemes: z.array(z.string()),
});

/** Brings the banks table in step with the catalogue that ships with this version (prisma/banks.json). */
export async function syncCatalogue(): Promise<void> {
  await upsertBanks(db(), z.array(entry).parse(catalogue.banks));
}
