import { changedOne, type Db, type Prisma, type Tx } from "../../lib/db";

const FOUND = {
  id: true,
  userId: true,
  credentialId: true,
  publicKey: true,
  counter: true,
  transports: true,
} as const;

export type PasskeyRow = Prisma.PasskeyGetPayload<{ select: typeof FOUND }>;

export function findPasskey(db: Db, credentialId: Uint8Array<ArrayBuffer>): Promise<PasskeyRow | null> {
  return db.passkey.findUnique({ where: { credentialId }, select: FOUND });
}

const LISTED = { id: true, name: true, synced: true, createdAt: true, lastUsedAt: true } as const;

export type ListedPasskey = Prisma.PasskeyGetPayload<{ select: typeof LISTED }>;

/** The user's passkeys, in the order in which they were added. */
export function listPasskeys(db: Db, userId: string): Promise<ListedPasskey[]> {
  return db.passkey.findMany({ where: { userId }, select: LISTED, orderBy: { id: "asc" } });
}

/** The user's passkey ids, for requests and to exclude duplicates. */
export async function listCredentialIds(db: Db, userId: string): Promise<{ id: string; transports: string[] }[]> {
  const select = { credentialId: true, transports: true };
  const rows = await db.passkey.findMany({ where: { userId }, select, orderBy: { id: "asc" } });
  return rows.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString("base64url"),
    transports,
  }));
}

type NewPasskey = {
  id: string;
  userId: string;
  credentialId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: bigint;
  transports: string[];
  synced: boolean;
  name: string;
};

/** Adds a passkey of a locked user. False: the user has `max` already, or the credential is known. */
export async function insertPasskey(tx: Tx, row: NewPasskey, max: number): Promise<boolean> {
  if ((await tx.passkey.count({ where: { userId: row.userId } })) >= max) return false;
  return (await tx.passkey.createMany({ data: [row], skipDuplicates: true })).count === 1;
}

/**
 * Records a use. False: the passkey was removed, or its counter didn't increase, which indicates a cloned authenticator
 * (WebAuthn Level 2 §6.1.1). Authenticators that always report 0 are accepted.
 */
export function noteUse(tx: Tx, id: string, counter: bigint): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE passkeys SET counter = ${counter}::bigint, last_used_at = app_now()
    WHERE id = ${id}::uuid AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))`);
}

export async function renamePasskeyRow(tx: Tx, userId: string, id: string, name: string): Promise<boolean> {
  return (await tx.passkey.updateMany({ where: { id, userId }, data: { name } })).count === 1;
}

/** Removes one of the user's passkeys and returns its name. Null: the user has none with this id. */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | null> {
  const rows = await tx.$queryRaw<Array<{ name: string }>>`
    DELETE FROM passkeys WHERE id = ${id}::uuid AND user_id = ${userId}::uuid RETURNING name`;
  return rows[0]?.name ?? null;
}

export async function deletePasskeysOf(tx: Tx, userId: string): Promise<number> {
  return (await tx.passkey.deleteMany({ where: { userId } })).count;
}

/** Spends a challenge. True for exactly one caller, and only before it expires. */
export function spendPasskeyChallenge(tx: Tx, hash: Uint8Array<ArrayBuffer>, expiresAt: Date): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    INSERT INTO spent_passkey_challenges (hash, expires_at)
    SELECT ${hash}, ${expiresAt}::timestamptz WHERE ${expiresAt}::timestamptz > app_now()
    ON CONFLICT (hash) DO NOTHING`);
}
