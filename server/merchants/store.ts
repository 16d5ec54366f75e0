import { changedOne, type Db, firstRow, Prisma, type Tx } from "../lib/db";
import { rowsOf } from "../lib/statements";

const FIELDS = {
  id: true,
  brandName: true,
  partnerId: true,
  country: true,
  allowedOrigins: true,
  originsVersion: true,
  accent: true,
  logoHash: true,
  brandingVersion: true,
  helpAddress: true,
  taxNumber: true,
  postalAddress: true,
  businessVersion: true,
  sendsReceipts: true,
  suspendedAt: true,
} as const;

export type MerchantRow = {
  id: string;
  brandName: string;
  partnerId: string | null;
  country: string;
  allowedOrigins: string[];
  originsVersion: number;
  /** `#rrggbb` as the merchant set it; null: the default colour. */
  accent: string | null;
  /** SHA-256 of the logo, in hex. */
  logoHash: string | null;
  brandingVersion: number;
  /** Where customers get help: an e-mail address or an https address. */
  helpAddress: string | null;
  /** On receipts, as is the address: its lines, without the country. */
  taxNumber: string | null;
  postalAddress: string | null;
  /** The version of the three above. */
  businessVersion: number;
  /** Its customers are mailed a receipt of each completed payment. */
  sendsReceipts: boolean;
  suspendedAt: Date | null;
};

/** The merchant; with a partner, only if it belongs to that partner. */
export function findMerchant(db: Db, id: string, partnerId?: string): Promise<MerchantRow | null> {
  const ofPartner = partnerId === undefined ? Prisma.empty : Prisma.sql`AND partner_id = ${partnerId}::uuid`;
  const found = Prisma.sql`SELECT id, brand_name AS "brandName", partner_id AS "partnerId", country,
        allowed_origins AS "allowedOrigins", origins_version AS "originsVersion", accent, logo_hash AS "logoHash",
        branding_version AS "brandingVersion", help_address AS "helpAddress", tax_number AS "taxNumber",
        postal_address AS "postalAddress", business_version AS "businessVersion", sends_receipts AS "sendsReceipts",
        suspended_at AS "suspendedAt"
      FROM merchants WHERE id = ${id}::uuid ${ofPartner}`;
  return firstRow(rowsOf<MerchantRow>(db, found));
}

/** All merchants, or those of a partner; by name. */
export function listMerchants(db: Db, partnerId: string | undefined): Promise<MerchantRow[]> {
  return db.merchant.findMany({
    where: partnerId === undefined ? {} : { partnerId },
    select: FIELDS,
    orderBy: [{ brandName: "asc" }, { id: "asc" }],
  });
}

/** Suspends a merchant with a reason, or (null) ends the suspension. False: unchanged. */
export function updateSuspension(tx: Tx, id: string, reason: string | null): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE merchants SET suspended_at = CASE WHEN ${reason}::text IS NOT NULL THEN app_now() END,
      suspended_reason = ${reason}, updated_at = app_now()
    WHERE id = ${id}::uuid AND (suspended_at IS NULL) = ${reason !== null}`);
}

/** The reason of the present suspension; null: not suspended. */
export async function findSuspensionReason(tx: Tx, id: string): Promise<string | null> {
  const found = await tx.merchant.findUniqueOrThrow({ where: { id }, select: { suspendedReason: true } });
  return found.suspendedReason;
}

type NewMerchantRow = Pick<MerchantRow, "id" | "brandName" | "partnerId" | "country" | "allowedOrigins">;

export function insertMerchant(db: Db, row: NewMerchantRow): Promise<MerchantRow> {
  return db.merchant.create({ data: row, select: FIELDS });
}

export function insertPartner(db: Db, row: { id: string; name: string }): Promise<{ id: string; name: string }> {
  return db.partner.create({ data: row, select: { id: true, name: true } });
}

export function findPartner(db: Db, id: string): Promise<{ id: string; name: string } | null> {
  return db.partner.findUnique({ where: { id }, select: { id: true, name: true } });
}

/** A user's address; null: unknown id. */
export async function findAddressOf(db: Db, userId: string): Promise<string | null> {
  return (await db.user.findUnique({ where: { id: userId }, select: { email: true } }))?.email ?? null;
}
