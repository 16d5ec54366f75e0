import { db } from "../lib/db";
import { catalogueBanks } from "./catalogue";
import { upsertBanks } from "./store";

/** Brings the banks table in step with the catalogue that ships with this version. */
export async function syncCatalogue(): Promise<void> {
  await upsertBanks(db(), catalogueBanks());
}
