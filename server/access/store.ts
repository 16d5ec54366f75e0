import type { Scope } from "../lib/context";
import type { Db, Prisma, Tx } from "../lib/db";

export type CredentialKind = "merchant" | "partner" | "admin";

export type CredentialRow = {
  id: string;
  kind: CredentialKind;
  merchantId: string | null;
  partnerId: string | null;
  scopes: Scope[];
  testOnly: boolean;
};

/** The active credential behind an unexpired access token of a family that is not revoked. */
export async function findCredentialByAccessToken(
  db: Db,
  hash: Uint8Array<ArrayBuffer>,
): Promise<CredentialRow | null> {
  const rows = await db.$queryRaw<CredentialRow[]>`
    SELECT c.id, c.kind, c.merchant_id AS "merchantId", c.partner_id AS "partnerId", c.scopes, c.test_only AS "testOnly"
    FROM access_tokens t
    JOIN token_families f ON f.id = t.family_id AND f.revoked_at IS NULL
    JOIN credentials c ON c.id = f.credential_id AND c.disabled_at IS NULL
    WHERE t.hash = ${hash} AND t.expires_at > app_now()`;
  return rows[0] ?? null;
}

/** The stored hash of an active credential's secret. */
export async function findSecretHash(db: Db, credentialId: string): Promise<Uint8Array | null> {
  const row = await db.credential.findFirst({
    where: { id: credentialId, disabledAt: null },
    select: { secretHash: true },
  });
  return row?.secretHash ?? null;
}

type NewTokens = {
  familyId: string;
  accessHash: Uint8Array<ArrayBuffer>;
  accessExpiresInS: number;
};

/** A new family with its first access and refresh token, in one statement. */
export async function insertFamily(
  db: Db,
  row: NewTokens & { credentialId: string; refreshHash: Uint8Array<ArrayBuffer>; familyExpiresInS: number },
): Promise<void> {
  await db.$executeRaw`
    WITH family AS (
      INSERT INTO token_families (id, credential_id, expires_at)
      VALUES (${row.familyId}::uuid, ${row.credentialId}::uuid, app_now() + make_interval(secs => ${row.familyExpiresInS}))
      RETURNING id, expires_at
    ), used AS (
      UPDATE credentials SET last_used_at = app_now() WHERE id = ${row.credentialId}::uuid
    ), access AS (
      INSERT INTO access_tokens (hash, family_id, expires_at)
      SELECT ${row.accessHash}, id, app_now() + make_interval(secs => ${row.accessExpiresInS}) FROM family
    )
    INSERT INTO refresh_tokens (hash, family_id, expires_at) SELECT ${row.refreshHash}, id, expires_at FROM family`;
}

export async function insertAccessToken(db: Db, row: NewTokens): Promise<void> {
  await db.$executeRaw`
    INSERT INTO access_tokens (hash, family_id, expires_at)
    VALUES (${row.accessHash}, ${row.familyId}::uuid, app_now() + make_interval(secs => ${row.accessExpiresInS}))`;
}

export type RefreshRow = { familyId: string; successor: Uint8Array | null; usedForS: number | null; active: boolean };

/**
 * A refresh token with its family, locked. `usedForS`: seconds since it was first used, null when it was not.
 * `active`: neither it nor its family has expired, been revoked, or lost its credential.
 */
export async function lockRefreshToken(tx: Tx, hash: Uint8Array<ArrayBuffer>): Promise<RefreshRow | null> {
  const rows = await tx.$queryRaw<RefreshRow[]>`
    SELECT r.family_id AS "familyId", r.successor,
      extract(epoch FROM app_now() - r.used_at)::float8 AS "usedForS",
      (r.expires_at > app_now() AND f.revoked_at IS NULL AND c.disabled_at IS NULL) AS active
    FROM refresh_tokens r
    JOIN token_families f ON f.id = r.family_id
    JOIN credentials c ON c.id = f.credential_id
    WHERE r.hash = ${hash} FOR UPDATE OF r`;
  return rows[0] ?? null;
}

/** Marks a refresh token as used and puts its successor beside it. */
export async function replaceRefreshToken(
  tx: Tx,
  row: {
    hash: Uint8Array<ArrayBuffer>;
    successorHash: Uint8Array<ArrayBuffer>;
    successorSealed: Uint8Array<ArrayBuffer>;
  },
): Promise<void> {
  await tx.$executeRaw`
    WITH used AS (
      UPDATE refresh_tokens SET used_at = app_now(), successor = ${row.successorSealed}
      WHERE hash = ${row.hash} RETURNING family_id, expires_at
    )
    INSERT INTO refresh_tokens (hash, family_id, expires_at) SELECT ${row.successorHash}, family_id, expires_at FROM used`;
}

/** Ends a whole family; tells whose it was. */
export async function revokeFamily(
  tx: Tx,
  familyId: string,
): Promise<{ credentialId: string; merchantId: string | null } | null> {
  const rows = await tx.$queryRaw<Array<{ credentialId: string; merchantId: string | null }>>`
    UPDATE token_families f SET revoked_at = app_now() FROM credentials c
    WHERE f.id = ${familyId}::uuid AND c.id = f.credential_id
    RETURNING c.id AS "credentialId", c.merchant_id AS "merchantId"`;
  return rows[0] ?? null;
}

/** Deletes up to `limit` families (with their tokens) that ended before now. Returns how many. */
export async function deleteExpiredFamilies(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    WITH gone AS (
      DELETE FROM token_families WHERE id IN (
        SELECT id FROM token_families WHERE expires_at < app_now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id
    ), access AS (DELETE FROM access_tokens WHERE family_id IN (SELECT id FROM gone)),
    refresh AS (DELETE FROM refresh_tokens WHERE family_id IN (SELECT id FROM gone))
    SELECT 1 FROM gone`;
}

/** Deletes up to `limit` access tokens that are over. Returns how many. */
export async function deleteExpiredAccessTokens(db: Db, limit: number): Promise<number> {
  return db.$executeRaw`
    DELETE FROM access_tokens WHERE hash IN (
      SELECT hash FROM access_tokens WHERE expires_at < app_now() ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}

export async function insertCredential(tx: Tx, row: Prisma.CredentialUncheckedCreateInput): Promise<void> {
  await tx.credential.create({ data: row, select: { id: true } });
}

/** Replaces a credential's secret, or creates it: for the demo, whose secrets live in a file. */
export async function upsertCredentialSecret(
  tx: Tx,
  row: Prisma.CredentialUncheckedCreateInput & { id: string },
): Promise<void> {
  await tx.credential.upsert({
    where: { id: row.id },
    create: row,
    update: { secretHash: row.secretHash },
    select: { id: true },
  });
}

const LISTED = {
  id: true,
  name: true,
  scopes: true,
  testOnly: true,
  createdAt: true,
  disabledAt: true,
  lastUsedAt: true,
} as const;

export function listCredentialsOfMerchant(db: Db, merchantId: string) {
  return db.credential.findMany({
    where: { merchantId },
    select: LISTED,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

/** Disables a credential inside the given scope; returns its owner, or null when there is none. */
export async function disableCredentialRow(
  tx: Tx,
  id: string,
  owner: { merchantId?: string; partnerId?: string },
): Promise<{ merchantId: string | null } | null> {
  const row = await tx.credential.findFirst({
    where: { id, ...owner },
    select: { merchantId: true, disabledAt: true },
  });
  if (!row) return null;
  if (!row.disabledAt) await tx.$executeRaw`UPDATE credentials SET disabled_at = app_now() WHERE id = ${id}::uuid`;
  return { merchantId: row.merchantId };
}
