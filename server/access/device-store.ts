import type { Db, Tx } from "../lib/db";
import { newId } from "../lib/ids";

/** Notes that a user has signed in with a browser: the first of theirs, one that is known, or a new one. */
export async function noteDevice(
  tx: Tx,
  userId: string,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<"first" | "known" | "new"> {
  const known = await tx.$executeRaw`
    UPDATE known_devices SET last_seen_at = app_now() WHERE user_id = ${userId}::uuid AND token_hash = ${tokenHash}`;
  if (known > 0) return "known";
  const others = await tx.knownDevice.count({ where: { userId } });
  await tx.knownDevice.createMany({ data: [{ id: newId(), userId, tokenHash }], skipDuplicates: true });
  return others === 0 ? "first" : "new";
}

/** The browser that the user has signed in with before. */
export function findDevice(db: Db, userId: string, tokenHash: Uint8Array<ArrayBuffer>): Promise<{ id: string } | null> {
  return db.knownDevice.findUnique({ where: { userId_tokenHash: { userId, tokenHash } }, select: { id: true } });
}
