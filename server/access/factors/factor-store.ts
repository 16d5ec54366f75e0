import type { Db, Tx } from "../../lib/db";
import { newId } from "../../lib/ids";

export type App = { secretSealed: Uint8Array; confirmedAt: Date | null };

/** The user's authenticator app, confirmed or not. */
export function findApp(db: Db, userId: string): Promise<App | null> {
  return db.authenticatorApp.findUnique({ where: { userId }, select: { secretSealed: true, confirmedAt: true } });
}

/** Whether the user is asked for a second step: an app is set up, and confirmed by a first code. */
export async function hasSecondStep(db: Db, userId: string): Promise<boolean> {
  return (await findApp(db, userId))?.confirmedAt != null;
}

/** Keeps the secret of an app that is being set up. False: a confirmed one is there, and stays. */
export async function putUnconfirmedApp(
  tx: Tx,
  userId: string,
  secretSealed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO authenticator_apps (user_id, secret_sealed) VALUES (${userId}::uuid, ${secretSealed})
    ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_step = -1, created_at = app_now()
    WHERE authenticator_apps.confirmed_at IS NULL`;
  return count === 1;
}

/** Confirms the app by its first code. False: there is none that waits for it. */
export async function confirmApp(tx: Tx, userId: string, step: number): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE authenticator_apps SET confirmed_at = app_now(), last_step = ${step}::bigint
    WHERE user_id = ${userId}::uuid AND confirmed_at IS NULL`;
  return count === 1;
}

/** Takes the code of a time step, and none of that step or of an earlier one ever again. True for exactly one caller. */
export async function takeStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE authenticator_apps SET last_step = ${step}::bigint
    WHERE user_id = ${userId}::uuid AND confirmed_at IS NOT NULL AND last_step < ${step}::bigint`;
  return count === 1;
}

/** Removes the app and its recovery codes. False: there was none that was confirmed. */
export async function deleteApp(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.authenticatorApp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  if (count > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
  return count > 0;
}

/** Puts new recovery codes in the place of all that there are. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: string,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ id: newId(), userId, codeHash })) });
}

/** Spends a recovery code. True for exactly one caller. */
export async function takeRecoveryCode(
  tx: Tx,
  userId: string,
  hashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE recovery_codes SET used_at = app_now()
    WHERE user_id = ${userId}::uuid AND code_hash = ANY(${[...hashes]}::bytea[]) AND used_at IS NULL`;
  return count === 1;
}

/** How many recovery codes are left. */
export function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return db.recoveryCode.count({ where: { userId, usedAt: null } });
}

/** So many guesses within a window: of one requester, or of all whose names begin so. */
export type TryLimit = { requester: string; andLonger: boolean; windowS: number; max: number };

/**
 * Spends one of the guesses that this requester has at the user's second step within all of the limits, those at once put
 * in line. Answers the guess's id and how many are left after it, or for how many seconds there is none.
 */
export async function spendTry(
  tx: Tx,
  { userId, requester, limits }: { userId: string; requester: string; limits: readonly TryLimit[] },
): Promise<{ id: string; left: number } | { waitS: number }> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`second step ${userId}`}, 0))`;
  let left = Number.POSITIVE_INFINITY;
  let waitS = 0;
  for (const limit of limits) {
    const waits = await waitsWithin(tx, userId, limit);
    waitS = Math.max(waitS, waits[limit.max - 1] ?? 0);
    left = Math.min(left, limit.max - waits.length - 1);
  }
  if (waitS > 0) return { waitS };
  const id = newId();
  await tx.secondStepTry.create({ data: { id, userId, requester }, select: { id: true } });
  return { id, left };
}

/** For how many seconds more each guess counts, the latest first. */
async function waitsWithin(
  tx: Tx,
  userId: string,
  { requester, andLonger, windowS, max }: TryLimit,
): Promise<number[]> {
  const rows = await tx.$queryRaw<Array<{ waitS: number }>>`
    SELECT ceil(extract(epoch FROM at + make_interval(secs => ${windowS}::float8) - app_now()))::int AS "waitS"
    FROM second_step_tries
    WHERE user_id = ${userId}::uuid
      AND (requester = ${requester} OR (${andLonger} AND starts_with(requester, ${requester})))
      AND at > app_now() - make_interval(secs => ${windowS}::float8)
    ORDER BY at DESC LIMIT ${max}`;
  return rows.map(({ waitS }) => waitS);
}

/** A guess that was right counts for nothing. */
export async function forgetTry(tx: Tx, id: string): Promise<void> {
  await tx.secondStepTry.deleteMany({ where: { id } });
}

/** What a first step was passed for. */
export type PendingPurpose = "console" | "api";

export type Pending = { id: string; userId: string; way: string; expiresAt: Date };

export async function insertPending(
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
  const rows = await tx.$queryRaw<Array<{ expiresAt: Date }>>`
    INSERT INTO pending_sign_ins (id, token_hash, user_id, way, purpose, expires_at)
    VALUES (${row.id}::uuid, ${row.tokenHash}, ${row.userId}::uuid, ${row.way}, ${row.purpose},
      app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`;
  return rows[0] as { expiresAt: Date };
}

/** A first step that was passed for that purpose, while the second can follow. */
export async function findPending(
  db: Db,
  purpose: PendingPurpose,
  tokenHash: Uint8Array<ArrayBuffer>,
): Promise<Pending | null> {
  const rows = await db.$queryRaw<Pending[]>`
    SELECT id::text AS id, user_id::text AS "userId", way, expires_at AS "expiresAt" FROM pending_sign_ins
    WHERE token_hash = ${tokenHash} AND purpose = ${purpose} AND expires_at > app_now()`;
  return rows[0] ?? null;
}

/** True for exactly one caller. */
export async function spendPending(tx: Tx, id: string): Promise<boolean> {
  return (await tx.pendingSignIn.deleteMany({ where: { id } })).count === 1;
}
