import { sealingKey } from "../../lib/crypto";
import { changedOne, type Db, firstRow, onlyRow, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";

type App = { secretSealed: Uint8Array; confirmedAt: Date | null };

/** The user's authenticator app, confirmed or not. */
export function findApp(db: Db, userId: string): Promise<App | null> {
  return db.authenticatorApp.findUnique({ where: { userId }, select: { secretSealed: true, confirmedAt: true } });
}

/** Whether the user has a confirmed app, so that sign-ins require a second factor. */
export async function hasAuthenticatorApp(db: Db, userId: string): Promise<boolean> {
  return (await findApp(db, userId))?.confirmedAt != null;
}

/** Stores the secret of an app that is being set up. False: the user already has a confirmed app, which is kept. */
export async function putUnconfirmedApp(
  tx: Tx,
  userId: string,
  secretSealed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    INSERT INTO authenticator_apps (user_id, secret_sealed) VALUES (${userId}::uuid, ${secretSealed})
    ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_step = -1, created_at = app_now()
    WHERE authenticator_apps.confirmed_at IS NULL`);
}

/** Confirms the app by its first code. False: no app waits for confirmation. */
export function confirmApp(tx: Tx, userId: string, step: number): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE authenticator_apps SET confirmed_at = app_now(), last_step = ${step}::bigint
    WHERE user_id = ${userId}::uuid AND confirmed_at IS NULL`);
}

/**
 * Spends the code of a time step. Codes of this step and of earlier ones are refused from then on. True for exactly one
 * caller.
 */
export function useAppStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE authenticator_apps SET last_step = ${step}::bigint
    WHERE user_id = ${userId}::uuid AND confirmed_at IS NOT NULL AND last_step < ${step}::bigint`);
}

/** Removes the app and its recovery codes. False: the user had no confirmed app. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.authenticatorApp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  if (count > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
  return count > 0;
}

/** Replaces all recovery codes of the user. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: hashes.map((codeHash) => ({ id: newId(), userId, codeHash, keyId: sealingKey() })),
  });
}

/** Spends a recovery code. True for exactly one caller. */
export function takeRecoveryCode(tx: Tx, userId: string, hashes: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE recovery_codes SET used_at = app_now()
    WHERE user_id = ${userId}::uuid AND code_hash = ANY(${[...hashes]}::bytea[]) AND used_at IS NULL`);
}

/** The users with recovery codes that another key verifies, or none. */
export function listOwnersOfOldCodes(
  db: Db,
  keyId: string,
): Promise<Array<{ userId: string; email: string; isDisabled: boolean }>> {
  return db.$queryRaw`
    SELECT id::text AS "userId", email, disabled_at IS NOT NULL AS "isDisabled" FROM users
    WHERE id IN (SELECT user_id FROM recovery_codes WHERE key_id IS DISTINCT FROM ${keyId}) ORDER BY id`;
}

/** Deletes the user's codes that another key verifies. Returns how many. */
export function deleteCodesOfOtherKeys(tx: Tx, userId: string, keyId: string): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM recovery_codes WHERE user_id = ${userId}::uuid AND key_id IS DISTINCT FROM ${keyId}`;
}

/** The number of unused recovery codes. */
export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } });
}

/** The most guesses within a window: of one requester, or (`andLonger`) of all requesters with this prefix. */
export type AttemptLimit = { requester: string; andLonger: boolean; windowS: number; max: number };

/**
 * Spends one of the requester's guesses at the user's second factor within all limits. Parallel guesses run one after
 * another. Returns the guess's id and the guesses left, or the seconds until the next one is allowed.
 */
export async function spendAttempt(
  tx: Tx,
  { userId, requester, limits }: { userId: string; requester: string; limits: readonly AttemptLimit[] },
): Promise<{ id: string; left: number } | { waitS: number }> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`two-factor ${userId}`}, 0))`;
  let left = Number.POSITIVE_INFINITY;
  let waitS = 0;
  for (const limit of limits) {
    const waits = await waitsWithin(tx, userId, limit);
    waitS = Math.max(waitS, waits[limit.max - 1] ?? 0);
    left = Math.min(left, limit.max - waits.length - 1);
  }
  if (waitS > 0) return { waitS };
  const id = newId();
  await tx.twoFactorAttempt.create({ data: { id, userId, requester }, select: { id: true } });
  return { id, left };
}

/** The seconds for which each guess still counts, the latest first. */
async function waitsWithin(
  tx: Tx,
  userId: string,
  { requester, andLonger, windowS, max }: AttemptLimit,
): Promise<number[]> {
  const rows = await tx.$queryRaw<Array<{ waitS: number }>>`
    SELECT ceil(extract(epoch FROM at + make_interval(secs => ${windowS}::float8) - app_now()))::int AS "waitS"
    FROM two_factor_attempts
    WHERE user_id = ${userId}::uuid
      AND (requester = ${requester} OR (${andLonger} AND starts_with(requester, ${requester})))
      AND at > app_now() - make_interval(secs => ${windowS}::float8)
    ORDER BY at DESC LIMIT ${max}`;
  return rows.map(({ waitS }) => waitS);
}

/** Deletes a guess that was right: it doesn't count. */
export async function forgetAttempt(tx: Tx, id: string): Promise<void> {
  await tx.twoFactorAttempt.deleteMany({ where: { id } });
}

/** What a first factor was passed for: the Console or the API. */
type PendingPurpose = "console" | "api";

type Pending = { id: string; userId: string; way: string; expiresAt: Date };

export function insertPending(
  tx: Tx,
  row: {
    id: string;
    tokenHash: Uint8Array<ArrayBuffer>;
    userId: string;
    way: string;
    purpose: PendingPurpose;
    ttlS: number;
  },
): Promise<{ expiresAt: Date }> {
  return onlyRow(tx.$queryRaw`
    INSERT INTO pending_sign_ins (id, token_hash, user_id, way, purpose, expires_at)
    VALUES (${row.id}::uuid, ${row.tokenHash}, ${row.userId}::uuid, ${row.way}, ${row.purpose},
      app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`);
}

/** A passed first factor with this purpose, while the second factor can still be given. */
export function findPending(
  db: Db,
  purpose: PendingPurpose,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<Pending | null> {
  return firstRow(db.$queryRaw<Pending[]>`
    SELECT id::text AS id, user_id::text AS "userId", way, expires_at AS "expiresAt" FROM pending_sign_ins
    WHERE token_hash = ${tokenHash} AND purpose = ${purpose} AND expires_at > app_now()`);
}

/** True for exactly one caller. */
export async function spendPending(tx: Tx, id: string): Promise<boolean> {
  return (await tx.pendingSignIn.deleteMany({ where: { id } })).count === 1;
}
