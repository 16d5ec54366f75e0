import type { Db } from "../../lib/db";

export type PinnedLoader = { hash: string; language: string; script: string };

export async function insertPinnedLoader(db: Db, { hash, language, script }: PinnedLoader): Promise<void> {
  await db.$executeRaw`
    INSERT INTO pinned_loaders (hash, language, script) VALUES (${hash}, ${language}, ${script}) ON CONFLICT DO NOTHING`;
}

export async function findPinnedLoader(db: Db, hash: string): Promise<PinnedLoader | null> {
  return db.pinnedLoader.findUnique({ where: { hash }, select: { hash: true, language: true, script: true } });
}
