import type { Db } from "../lib/db";

/** A user's address; null: unknown id. */
export async function findAddressOf(db: Db, userId: string): Promise<string | null> {
  return (await db.user.findUnique({ where: { id: userId }, select: { email: true } }))?.email ?? null;
}
