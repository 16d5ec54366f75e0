import { changedOne, type Db, type Tx } from "../../lib/db";
import type { MerchantRow } from "../store";

export type BusinessDetails = Pick<MerchantRow, "taxNumber" | "postalAddress" | "helpAddress">;

/** Stores the details if their version is unchanged; returns whether it was. `by`: the user; null: not a user of ours. */
export function updateBusiness(
  tx: Tx,
  merchant: { id: string; version: number; by: string | null },
  { taxNumber, postalAddress, helpAddress }: BusinessDetails,
): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE merchants SET tax_number = ${taxNumber}, postal_address = ${postalAddress}, help_address = ${helpAddress},
      business_version = business_version + 1, business_set_at = app_now(), business_set_by = ${merchant.by}::uuid,
      updated_at = app_now()
    WHERE id = ${merchant.id}::uuid AND business_version = ${merchant.version}`);
}

/** Stores whether customers are mailed receipts; returns whether that is a change. */
export function updateSendsReceipts(tx: Tx, id: string, sendsReceipts: boolean): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE merchants SET sends_receipts = ${sendsReceipts}, updated_at = app_now()
    WHERE id = ${id}::uuid AND sends_receipts <> ${sendsReceipts}`);
}

/** When the details were last saved, and by whom (null: not by a user); null: never. */
export async function findLastSave(db: Db, id: string): Promise<{ at: Date; by: string | null } | null> {
  const [row] = await db.$queryRaw<{ at: Date | null; by: string | null }[]>`
    SELECT m.business_set_at AS at, u.name AS by FROM merchants m LEFT JOIN users u ON u.id = m.business_set_by
    WHERE m.id = ${id}::uuid`;
  return row && row.at !== null ? { at: row.at, by: row.by } : null;
}
