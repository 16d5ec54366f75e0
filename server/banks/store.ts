import type { Db, Prisma } from "../lib/db";

export type BankRow = Prisma.BankGetPayload<object>;

const CURATED: Prisma.BankOrderByWithRelationInput[] = [
  { rank: { sort: "asc", nulls: "last" } },
  { displayName: "asc" },
  { id: "asc" },
];

/** Banks in curated order: rank, then display name. */
export function findBanks(
  db: Db,
  filter: { market?: string; currency?: string; topInMarket?: boolean },
  limit?: number,
): Promise<BankRow[]> {
  return db.bank.findMany({ where: filter, orderBy: CURATED, ...(limit === undefined ? {} : { take: limit }) });
}

export function findBankById(db: Db, id: string): Promise<BankRow | null> {
  return db.bank.findUnique({ where: { id } });
}

/** The bank of this name that pays in the currency; a group in several markets has one name. */
export function findBankBySlug(db: Db, slug: string, currency: string): Promise<BankRow | null> {
  return db.bank.findFirst({ where: { slug, currency }, orderBy: CURATED });
}

/** Banks whose website lives on this host, with or without `www.`. */
export function findBanksByHost(db: Db, host: string): Promise<BankRow[]> {
  return db.$queryRaw<BankRow[]>`
    SELECT id, slug, market, currency, name, display_name AS "displayName", website_url AS "websiteUrl",
      logo_url AS "logoUrl", bic, top_in_market AS "topInMarket", rank, schemes, aliases
    FROM banks WHERE substring(website_url FROM '^https?://(?:www\.)?([^/]+)') = ${host.replace(/^www\./, "")}
    ORDER BY rank NULLS LAST, display_name, id LIMIT 1`;
}

/** Writes the whole catalogue in one statement; unchanged rows are not updated. */
export async function upsertBanks(db: Db, rows: readonly BankRow[]): Promise<void> {
  await db.$executeRaw`
    INSERT INTO banks (id, slug, market, currency, name, display_name, website_url, logo_url, bic, top_in_market, rank, schemes,
      aliases)
    SELECT id::uuid, slug, market, currency, name, "displayName", "websiteUrl", "logoUrl", bic, "topInMarket", rank, schemes,
      aliases
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id text, slug text, market text, currency text, name text,
      "displayName" text, "websiteUrl" text, "logoUrl" text, bic text, "topInMarket" boolean, rank int, schemes text[], aliases text[])
    ON CONFLICT (id) DO UPDATE SET slug = EXCLUDED.slug, market = EXCLUDED.market, currency = EXCLUDED.currency,
      name = EXCLUDED.name, display_name = EXCLUDED.display_name, website_url = EXCLUDED.website_url,
      logo_url = EXCLUDED.logo_url, bic = EXCLUDED.bic, top_in_market = EXCLUDED.top_in_market, rank = EXCLUDED.rank,
      schemes = EXCLUDED.schemes, aliases = EXCLUDED.aliases
    WHERE banks IS DISTINCT FROM EXCLUDED`;
}
