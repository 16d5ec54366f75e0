import { changedOne, type Db, firstRow, onlyRow, Prisma, type Tx } from "../../lib/db";
import { type Purpose, UNKNOWN_PREFIX } from "./sign-in-rules";

/** Serialises requests for codes with this lock name until the transaction ends. */
export async function lockCodesOf(tx: Tx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`sign-in ${name}`}, 0))`;
}

/**
 * The most codes for an account, of one requester or (`andLonger`) of all with this prefix; or the most of a site over
 * all accounts.
 */
export type CodeLimit = { max: number } & ({ email: string; requester: string; andLonger: boolean } | { site: string });

/**
 * Seconds until this limit allows the next code; 0: now. The wait ends when the oldest of the last `max` codes leaves
 * the window. Used codes don't count.
 */
export async function waitForCode(tx: Tx, { max, ...of }: CodeLimit, windowS: number): Promise<number> {
  const counted =
    "site" in of
      ? Prisma.sql`requester_site = ${of.site}`
      : Prisma.sql`email = ${of.email}
          AND (requester = ${of.requester} OR (${of.andLonger} AND starts_with(requester, ${of.requester})))`;
  const rows = await tx.$queryRaw<Array<{ waitS: number }>>`
    SELECT ceil(extract(epoch FROM created_at + make_interval(secs => ${windowS}::float8) - app_now()))::int AS "waitS"
    FROM sign_in_challenges
    WHERE ${counted} AND used_at IS NULL
      AND created_at > app_now() - make_interval(secs => ${windowS}::float8)
    ORDER BY created_at DESC OFFSET ${max - 1} LIMIT 1`;
  return rows[0]?.waitS ?? 0;
}

/** The unused codes of these addresses that unknown requesters requested within the window. */
export async function countCodesOf(tx: Tx, emails: readonly string[], windowS: number): Promise<number> {
  const [row] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM sign_in_challenges
    WHERE email = ANY(${emails}::text[]) AND starts_with(requester, ${UNKNOWN_PREFIX}) AND used_at IS NULL
      AND created_at > app_now() - make_interval(secs => ${windowS}::float8)`;
  return row.count;
}

type NewChallenge = {
  id: string;
  email: string;
  purpose: Purpose;
  codeHash: Uint8Array<ArrayBuffer>;
  requester: string;
  site: string | null;
  ttlS: number;
};

export function insertChallenge(tx: Tx, row: NewChallenge): Promise<{ expiresAt: Date }> {
  return onlyRow(tx.$queryRaw`
    INSERT INTO sign_in_challenges (id, email, purpose, code_hash, requester, requester_site, expires_at)
    VALUES (${row.id}::uuid, ${row.email}, ${row.purpose}, ${row.codeHash}, ${row.requester}, ${row.site},
      app_now() + make_interval(secs => ${row.ttlS}::float8))
    RETURNING expires_at AS "expiresAt"`);
}

/**
 * Runs the work and rolls it back unless `keep`: both take the same time, so that the response time doesn't reveal
 * which it was.
 */
export async function keepOnlyIf(keep: boolean, tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await tx.$executeRaw`SAVEPOINT kept`;
  await work();
  if (!keep) await tx.$executeRaw`ROLLBACK TO SAVEPOINT kept`;
  await tx.$executeRaw`RELEASE SAVEPOINT kept`;
}

/** A challenge of the Console that can still be answered. */
export function findOpenChallenge(
  db: Db,
  id: string,
  maxTries: number,
): Promise<{ email: string; expiresAt: Date } | null> {
  return firstRow(db.$queryRaw`
    SELECT email, expires_at AS "expiresAt" FROM sign_in_challenges
    WHERE id = ${id}::uuid AND purpose = 'console' AND used_at IS NULL AND expires_at > app_now() AND tries < ${maxTries}`);
}

export type TakenTry = { email: string; codeHash: Uint8Array; tries: number };

/** Spends one try of the challenge. Null: no challenge has this purpose, or it is used, expired or out of tries. */
export function takeTry(
  db: Db,
  {
    id,
    purpose,
    maxTries,
    requester,
  }: { id: string; purpose: Purpose; maxTries: number; requester: string | undefined },
): Promise<TakenTry | null> {
  return firstRow(db.$queryRaw<TakenTry[]>`
    UPDATE sign_in_challenges SET tries = tries + 1
    WHERE id = ${id}::uuid AND purpose = ${purpose}
      AND used_at IS NULL AND expires_at > app_now() AND tries < ${maxTries}
      AND requester = coalesce(${requester ?? null}::text, requester)
    RETURNING email, code_hash AS "codeHash", tries`);
}

/** True for exactly one caller. */
export function spendChallenge(tx: Tx, id: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE sign_in_challenges SET used_at = app_now() WHERE id = ${id}::uuid AND used_at IS NULL AND expires_at > app_now()`);
}
