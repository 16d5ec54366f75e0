import { newSecret, sha256 } from "../../lib/crypto";
import { changedOne, type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import type { Browser } from "./sign-in-rules";

const UNUSED_TOKEN_PREFIX = "bnone_";

/** Records a sign-in from a browser and returns whether it is the user's first, a known or a new one. */
export async function noteDevice(tx: Tx, userId: string, deviceToken: string): Promise<"first" | "known" | "new"> {
  const tokenHash = sha256(deviceToken);
  const known = tx.$executeRaw`
    UPDATE known_devices SET last_seen_at = app_now() WHERE user_id = ${userId}::uuid AND token_hash = ${tokenHash}`;
  if (await changedOne(known)) return "known";
  const others = await tx.knownDevice.count({ where: { userId } });
  await tx.knownDevice.createMany({ data: [{ id: newId(), userId, tokenHash }], skipDuplicates: true });
  return others === 0 ? "first" : "new";
}

/**
 * Forgets all browsers of a user; their next sign-in counts as one from a new browser and sends a notice. Returns the
 * number of forgotten browsers.
 */
export async function forgetDevices(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx.knownDevice.deleteMany({ where: { userId } });
  // The hash of an unissued token: the user still has a known browser, so the next one doesn't count as the first.
  if (count > 0)
    await tx.knownDevice.create({ data: { id: newId(), userId, tokenHash: sha256(newSecret(UNUSED_TOKEN_PREFIX)) } });
  return count;
}

/** A browser that the user has signed in with before. */
export async function findDevice(
  db: Db,
  user: { userId: string } | { email: string },
  { deviceToken }: Browser,
): Promise<{ id: string } | null> {
  if (!deviceToken) return null;
  const whose = "userId" in user ? Prisma.sql`u.id = ${user.userId}::uuid` : Prisma.sql`u.email = ${user.email}`;
  return firstRow(db.$queryRaw<Array<{ id: string }>>`
    SELECT d.id::text AS id FROM users u JOIN known_devices d ON d.user_id = u.id
    WHERE ${whose} AND d.token_hash = ${sha256(deviceToken)}`);
}
