import type { Scope } from "../../lib/context";
import { type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { rowsOf } from "../../lib/statements";
import type { CredentialKind } from "../credentials/store";
import { hasConfirmedApp, requiresTwoFactor } from "../mfa/two-factor-store";
import type { Context } from "../rules";

export type Hash = Uint8Array<ArrayBuffer>;

/** The owner of tokens: a credential, which has one context, or a user, who may hold roles in several. */
export type TokenOwner = { credentialId: string } | ({ userId: string } & Context);

export type TokenHolder =
  | ({
      userId: null;
      id: string;
      kind: CredentialKind;
      scopes: Scope[];
      testOnly: boolean;
      /** CIDR; empty: all addresses. */
      allowedNetworks: string[];
    } & Context)
  /** `needsTwoFactor`: an organisation of the user or the operator requires a second factor, and the user has none. */
  | ({ userId: string; role: string; needsTwoFactor: boolean } & Context);

/**
 * The holder of an unexpired access token of an unrevoked family: a usable credential, or an active user who still
 * holds the token's role.
 */
export async function findTokenHolder(db: Db, hash: Hash): Promise<TokenHolder | null> {
  const rows = await rowsOf<TokenHolder>(
    db,
    Prisma.sql`
    SELECT u.id AS "userId", m.role,
      u.id IS NOT NULL AND NOT ${hasConfirmedApp(Prisma.sql`u.id`)} AND ${requiresTwoFactor(Prisma.sql`u.id`)} AS "needsTwoFactor",
      c.id, c.kind, c.scopes, c.test_only AS "testOnly",
      c.allowed_networks AS "allowedNetworks",
      coalesce(c.merchant_id, m.merchant_id) AS "merchantId", coalesce(c.partner_id, m.partner_id) AS "partnerId"
    FROM access_tokens t
    JOIN token_families f ON f.id = t.family_id AND f.revoked_at IS NULL
    LEFT JOIN credentials c ON c.id = f.credential_id AND ${WORKING_CREDENTIAL}
    LEFT JOIN users u ON u.id = f.user_id AND u.disabled_at IS NULL
    LEFT JOIN memberships m ON m.user_id = u.id
      AND m.merchant_id IS NOT DISTINCT FROM t.merchant_id AND m.partner_id IS NOT DISTINCT FROM t.partner_id
    WHERE t.hash = ${hash} AND t.expires_at > app_now() AND (c.id IS NOT NULL OR m.id IS NOT NULL)`,
  );
  return rows[0] ?? null;
}

/** When an access token expired; null: it has not, or is not stored any more. */
export async function findTokenExpiry(db: Db, hash: Hash): Promise<Date | null> {
  const rows = await db.$queryRaw<{ expiresAt: Date }[]>`
    SELECT expires_at AS "expiresAt" FROM access_tokens WHERE hash = ${hash} AND expires_at <= app_now()`;
  return rows[0]?.expiresAt ?? null;
}

/**
 * Adds an access token to a family, in its current context, unless it is there. Returns the seconds until it expires,
 * rounded: the milliseconds between SELECT and RETURNING, and of the stored time, must not make 899 or 901 of 900.
 */
export async function insertAccessToken(
  tx: Tx,
  row: { familyId: string; accessHash: Hash; accessExpiresInS: number },
): Promise<number> {
  const [stored] = await tx.$queryRaw<[{ expiresInS: number }]>`
    INSERT INTO access_tokens AS t (hash, family_id, merchant_id, partner_id, expires_at)
    SELECT ${row.accessHash}, id, merchant_id, partner_id, app_now() + make_interval(secs => ${row.accessExpiresInS})
    FROM token_families WHERE id = ${row.familyId}::uuid
    ON CONFLICT (hash) DO UPDATE SET expires_at = t.expires_at
    RETURNING round(extract(epoch FROM expires_at - app_now()))::int AS "expiresInS"`;
  return stored.expiresInS;
}

/** The credential is neither disabled nor past its end. Otherwise its tokens stop working. */
const WORKING_CREDENTIAL = Prisma.sql`c.disabled_at IS NULL AND (c.ends_at IS NULL OR c.ends_at > app_now())`;

export type RefreshRow = {
  familyId: string;
  successor: Uint8Array | null;
  usedForS: number | null;
  usedFrom: string | null;
  repeats: number;
  /** Whether a repeat from another address was recorded before. */
  elsewhere: boolean;
  active: boolean;
  /** Null for a credential's. */
  userId: string | null;
  credentialId: string | null;
  /** The credential's end, in seconds from now; null: no end. */
  endsInS: number | null;
  /** The credential's networks in CIDR; empty, as for a user: all addresses. */
  allowedNetworks: string[];
} & Context;

/**
 * A refresh token with its family, both locked, in this order. `usedForS`: seconds since its first use; null: unused.
 * `active`: neither token nor family has expired or been revoked, and the credential or user is still usable. The
 * context is the credential's own, or the current one of the user's family.
 */
export function lockRefreshToken(tx: Tx, hash: Hash): Promise<RefreshRow | null> {
  return firstRow(tx.$queryRaw<RefreshRow[]>`
    SELECT r.family_id AS "familyId", r.successor,
      extract(epoch FROM app_now() - r.used_at)::float8 AS "usedForS", r.used_from AS "usedFrom", r.repeats,
      r.elsewhere_at IS NOT NULL AS elsewhere,
      (r.expires_at > app_now() AND f.expires_at > app_now() AND f.revoked_at IS NULL AND coalesce(c.id, u.id) IS NOT NULL) AS active,
      f.user_id AS "userId", f.credential_id AS "credentialId",
      floor(extract(epoch FROM c.ends_at - app_now()))::int AS "endsInS", coalesce(c.allowed_networks, '{}') AS "allowedNetworks",
      coalesce(c.merchant_id, f.merchant_id) AS "merchantId", coalesce(c.partner_id, f.partner_id) AS "partnerId"
    FROM refresh_tokens r
    JOIN token_families f ON f.id = r.family_id
    LEFT JOIN credentials c ON c.id = f.credential_id AND ${WORKING_CREDENTIAL}
    LEFT JOIN users u ON u.id = f.user_id AND u.disabled_at IS NULL
    WHERE r.hash = ${hash} FOR UPDATE OF r, f`);
}

/**
 * Locks the user of a refresh token, as `lockActiveUser` does. Does nothing for a credential's token and an unknown
 * one.
 */
export async function lockUserOfToken(tx: Tx, hash: Hash): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM users
    WHERE id = (SELECT f.user_id FROM refresh_tokens r JOIN token_families f ON f.id = r.family_id WHERE r.hash = ${hash})
    FOR SHARE`;
}

/** Marks a refresh token as used and stores its successor. */
export async function replaceRefreshToken(
  tx: Tx,
  row: { hash: Hash; successorHash: Hash; successorSealed: Hash; usedFrom: string },
): Promise<void> {
  await tx.$executeRaw`
    WITH used AS (
      UPDATE refresh_tokens SET used_at = app_now(), used_from = ${row.usedFrom}, successor = ${row.successorSealed}
      WHERE hash = ${row.hash} RETURNING family_id, expires_at
    )
    INSERT INTO refresh_tokens (hash, family_id, expires_at) SELECT ${row.successorHash}, family_id, expires_at FROM used`;
}

/** Counts a repeat of a used refresh token, and records whether it came from another address than the first use. */
export async function noteRepeat(tx: Tx, hash: Hash, isElsewhere: boolean): Promise<void> {
  await tx.$executeRaw`
    UPDATE refresh_tokens SET repeats = repeats + 1,
      elsewhere_at = CASE WHEN ${isElsewhere} THEN coalesce(elsewhere_at, app_now()) ELSE elsewhere_at END
    WHERE hash = ${hash}`;
}

/** Changes the context of the family's next access tokens. Issued ones keep theirs. */
export async function moveFamily(tx: Tx, familyId: string, { merchantId, partnerId }: Context): Promise<void> {
  await tx.tokenFamily.update({ where: { id: familyId }, data: { merchantId, partnerId }, select: { id: true } });
}

/** Revokes a whole family. */
export async function revokeFamily(tx: Tx, familyId: string): Promise<void> {
  await tx.$executeRaw`UPDATE token_families SET revoked_at = app_now() WHERE id = ${familyId}::uuid`;
}

/**
 * Ends a user's tokens in one context: access tokens of this context, and the refreshing of families whose current
 * context it is. Access tokens of these families for other contexts stay valid. Expired rows are skipped, so that this
 * call and the deletion job don't wait for each other.
 */
export async function endTokensInContext(tx: Tx, userId: string, { merchantId, partnerId }: Context): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM access_tokens t USING token_families f
    WHERE f.id = t.family_id AND f.user_id = ${userId}::uuid AND t.expires_at > app_now()
      AND t.merchant_id IS NOT DISTINCT FROM ${merchantId}::uuid AND t.partner_id IS NOT DISTINCT FROM ${partnerId}::uuid`;
  await tx.$executeRaw`
    DELETE FROM refresh_tokens r USING token_families f
    WHERE f.id = r.family_id AND f.user_id = ${userId}::uuid AND r.expires_at > app_now()
      AND f.merchant_id IS NOT DISTINCT FROM ${merchantId}::uuid AND f.partner_id IS NOT DISTINCT FROM ${partnerId}::uuid`;
}

/**
 * Deletes up to `limit` families with their tokens and returns their number. A family expires when it can't be
 * refreshed any more; its last access token is valid for up to `graceS` seconds longer.
 */
export async function deleteExpiredFamilies(db: Db, limit: number, graceS: number): Promise<number> {
  return db.$executeRaw`
    WITH gone AS (
      DELETE FROM token_families WHERE id IN (
        SELECT id FROM token_families WHERE expires_at < app_now() - make_interval(secs => ${graceS}::float8)
        ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id
    ), access AS (DELETE FROM access_tokens WHERE family_id IN (SELECT id FROM gone)),
    refresh AS (DELETE FROM refresh_tokens WHERE family_id IN (SELECT id FROM gone))
    SELECT 1 FROM gone`;
}

/** Deletes up to `limit` access tokens that expired more than `graceS` seconds ago. Returns their number. */
export async function deleteExpiredAccessTokens(db: Db, limit: number, graceS: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM access_tokens WHERE hash IN (
      SELECT hash FROM access_tokens WHERE expires_at < app_now() - make_interval(secs => ${graceS}::float8)
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}
