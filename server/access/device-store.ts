import { newSecret, sha256 } from "../lib/crypto";
import type { Db, Tx } from "../lib/db";
import { newId } from "../lib/ids";

const NOBODYS = "bnone_";

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

/**
 * Forgets every browser of the user's. The next one is a new one to them, and not their first: they are told of it by mail.
 * Returns how many were known.
 */
export async function forgetDevices(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx.knownDevice.deleteMany({ where: { userId } });
  // The hash of a token that nobody was given.
  if (count > 0) await tx.knownDevice.create({ data: { id: newId(), userId, tokenHash: sha256(newSecret(NOBODYS)) } });
  return count;
}

/** The browser that the user has signed in with before. */
export function findDevice(db: Db, userId: string, tokenHash: Uint8Array<ArrayBuffer>): Promise<{ id: string } | null> {
  return db.knownDevice.findUnique({ where: { userId_tokenHash: { userId, tokenHash } }, select: { id: true } });
}
