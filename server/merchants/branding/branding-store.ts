import { changedOne, type Db, Prisma, type Tx } from "../../lib/db";
import type { Logo } from "./logo/check-logo";

/** Stores name and colour if their version is unchanged; returns whether it was. */
export function updateBranding(
  tx: Tx,
  merchant: { id: string; version: number },
  { brandName, accent }: { brandName: string; accent: string | null },
): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE merchants SET brand_name = ${brandName}, accent = ${accent}, branding_version = branding_version + 1,
      updated_at = app_now()
    WHERE id = ${merchant.id}::uuid AND branding_version = ${merchant.version}`);
}

/** Stores the origins if their version is unchanged (null: any version); returns whether it was. */
export function updateAllowedOrigins(
  tx: Tx,
  merchant: { id: string; version: number | null },
  origins: string[],
): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE merchants SET allowed_origins = ${origins}::text[], origins_version = origins_version + 1,
      updated_at = app_now()
    WHERE id = ${merchant.id}::uuid AND origins_version = COALESCE(${merchant.version}::int, origins_version)`);
}

/**
 * Sets another logo, or none, if the current one is still `before`; returns whether it was. Its bytes are stored
 * separately.
 */
export async function updateLogoHash(
  tx: Tx,
  merchant: { id: string; before: string | null },
  hash: string | null,
): Promise<boolean> {
  const before = merchant.before === null ? Prisma.sql`logo_hash IS NULL` : Prisma.sql`logo_hash = ${merchant.before}`;
  return changedOne(tx.$executeRaw`
    UPDATE merchants SET logo_hash = ${hash}, updated_at = app_now() WHERE id = ${merchant.id}::uuid AND ${before}`);
}

export async function upsertLogo(tx: Tx, merchantId: string, logo: Logo): Promise<void> {
  const { hash, mediaType, width, height, content } = logo;
  const row = { hash, mediaType, width, height, sizeBytes: content.length, content };
  await tx.merchantLogo.upsert({
    where: { merchantId },
    create: { merchantId, ...row },
    update: row,
    select: { merchantId: true },
  });
}

export async function deleteLogo(tx: Tx, merchantId: string): Promise<void> {
  await tx.merchantLogo.deleteMany({ where: { merchantId } });
}

export type LogoFacts = { mediaType: string; width: number; height: number; sizeBytes: number };

/** A merchant's logo without its bytes. */
export function findLogoFacts(db: Db, merchantId: string): Promise<LogoFacts | null> {
  const select = { mediaType: true, width: true, height: true, sizeBytes: true } as const;
  return db.merchantLogo.findUnique({ where: { merchantId }, select });
}

/** A logo by the hash of its bytes, of any merchant: knowing the hash requires knowing the picture. */
export function findLogoByHash(
  db: Db,
  hash: string,
): Promise<{ mediaType: string; content: Uint8Array<ArrayBuffer> } | null> {
  return db.merchantLogo.findFirst({ where: { hash }, select: { mediaType: true, content: true } });
}
