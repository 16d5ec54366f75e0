import { newSecret, sha256 } from "../lib/crypto";
import { type Db, Prisma, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import type { Browser } from "./sign-in-rules";

const NOBODYS = "bnone_";

/** The tokens of a browser, hashed: its own, and the one of the cookie from before it was tied to this host. */
const hashesOf = ({ deviceToken, formerToken }: Browser) =>
  [deviceToken, formerToken].flatMap((token) => (token ? [sha256(token)] : []));

/**
 * Notes that a user has signed in with a browser: the first of theirs, one that is known, or a new one. One that is known by
 * its former token alone is known by its own from then on; a former token makes no browser known that was not.
 */
export async function noteDevice(
  tx: Tx,
  userId: string,
  browser: Browser & { deviceToken: string },
): Promise<"first" | "known" | "new"> {
  const tokenHash = sha256(browser.deviceToken);
  const known = await findDevice(tx, { userId }, browser);
  if (known) {
    await tx.$executeRaw`
      UPDATE known_devices SET last_seen_at = app_now(), token_hash = ${tokenHash} WHERE id = ${known.id}::uuid`;
    return "known";
  }
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

/** The browser that a user has signed in with before, by its own token rather than its former one. */
export async function findDevice(
  db: Db,
  user: { userId: string } | { email: string },
  browser: Browser,
): Promise<{ id: string } | null> {
  const hashes = hashesOf(browser);
  if (hashes.length === 0) return null;
  const whose = "userId" in user ? Prisma.sql`u.id = ${user.userId}::uuid` : Prisma.sql`u.email = ${user.email}`;
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT d.id::text AS id FROM users u JOIN known_devices d ON d.user_id = u.id
    WHERE ${whose} AND d.token_hash = ANY(${hashes}::bytea[])
    ORDER BY d.token_hash = ${hashes[0]} DESC LIMIT 1`;
  return rows[0] ?? null;
}
