import { type Db, db, Prisma } from "../../lib/db";
import { log } from "../../lib/log";
import { plannedEachTime, sendTogether } from "../../lib/statements";
import type { Hash, TokenOwner } from "./token-store";

export type NewFamily = {
  id: string;
  owner: TokenOwner;
  accessHash: Hash;
  accessExpiresInS: number;
  refreshHash: Hash;
  expiresInS: number;
};

/** Owners whose oldest families beyond `max` become unrefreshable. Issued access tokens keep their expiry. */
type EndOldest = { owners: readonly TokenOwner[]; max: number };

/**
 * Inserts families, each with its first access and refresh token, and then ends the oldest, in one round trip. If these
 * cannot be ended now, the next token does it: that must not fail the callers of this batch, whose tokens are stored. In an
 * open transaction it is an error, because PostgreSQL then stores nothing.
 */
export async function insertFamilies(on: Db, rows: readonly NewFamily[], { owners, max }: EndOldest): Promise<void> {
  const credentialIds = owners.flatMap((owner) => ("credentialId" in owner ? [owner.credentialId] : []));
  const userIds = owners.flatMap((owner) => ("userId" in owner ? [owner.userId] : []));
  const [inserted, ...ended] = await sendTogether(on, [
    insertFamiliesSql(rows),
    ...(credentialIds.length > 0 ? [endOldestSql(Prisma.sql`credential_id`, credentialIds, max)] : []),
    ...(userIds.length > 0 ? [endOldestSql(Prisma.sql`user_id`, userIds, max)] : []),
  ]);
  if (inserted?.status === "rejected") throw inserted.reason;
  for (const end of ended) {
    if (end.status === "fulfilled") continue;
    if (on !== db()) throw end.reason;
    log().warn({ error: end.reason }, "the oldest token families were not ended");
  }
}

type OwnerColumns = { [Column in "credentialId" | "userId" | "merchantId" | "partnerId"]: string | null };
const NO_OWNER: OwnerColumns = { credentialId: null, userId: null, merchantId: null, partnerId: null };

/**
 * A credential's last use is stored at most once a second, and not while another transaction has its row: tokens of one
 * credential don't wait for each other.
 */
function insertFamiliesSql(rows: readonly NewFamily[]): Prisma.Sql {
  const owners = rows.map(({ owner }) => ({ ...NO_OWNER, ...owner }));
  const credentialIds = owners.map(({ credentialId }) => credentialId);
  return Prisma.sql`
    WITH given AS (
      SELECT * FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${credentialIds}::uuid[],
        ${owners.map(({ userId }) => userId)}::uuid[], ${owners.map(({ merchantId }) => merchantId)}::uuid[],
        ${owners.map(({ partnerId }) => partnerId)}::uuid[], ${rows.map(({ expiresInS }) => expiresInS)}::int[],
        ${rows.map(({ accessHash }) => accessHash)}::bytea[], ${rows.map(({ accessExpiresInS }) => accessExpiresInS)}::int[],
        ${rows.map(({ refreshHash }) => refreshHash)}::bytea[])
        AS given (id, credential_id, user_id, merchant_id, partner_id, lives_s, access_hash, access_lives_s, refresh_hash)
    ), family AS (
      INSERT INTO token_families (id, credential_id, user_id, merchant_id, partner_id, expires_at)
      SELECT id, credential_id, user_id, merchant_id, partner_id, app_now() + make_interval(secs => lives_s) FROM given
    ), used AS (
      UPDATE credentials SET last_used_at = app_now() WHERE id IN (
        SELECT id FROM credentials WHERE id = ANY(${credentialIds}::uuid[])
          AND (last_used_at IS NULL OR last_used_at <= app_now() - interval '1 second')
        FOR NO KEY UPDATE SKIP LOCKED)
    ), access AS (
      INSERT INTO access_tokens (hash, family_id, merchant_id, partner_id, expires_at)
      SELECT access_hash, id, merchant_id, partner_id, app_now() + make_interval(secs => access_lives_s) FROM given
    )
    INSERT INTO refresh_tokens (hash, family_id, expires_at)
    SELECT refresh_hash, id, app_now() + make_interval(secs => lives_s) FROM given`;
}

/**
 * Rows that a concurrent call has locked are skipped: that call ends them. The newest `max` are read from the index, and
 * after them the entries of all families that were ended since the last vacuum: 6 ms after 5,000 tokens.
 */
function endOldestSql(column: Prisma.Sql, owners: readonly string[], max: number): Prisma.Sql {
  // A plan kept from a small table is slow here: 398 tokens a second instead of 1,317. The other statements are not affected.
  return plannedEachTime(Prisma.sql`
    UPDATE token_families SET expires_at = app_now() WHERE id IN (
      SELECT id FROM token_families WHERE id IN (
        SELECT oldest.id FROM unnest(${owners}::uuid[]) AS owner (id)
        CROSS JOIN LATERAL (
          SELECT id FROM token_families WHERE ${column} = owner.id AND expires_at > app_now() AND revoked_at IS NULL
          ORDER BY expires_at DESC, id DESC OFFSET ${max}::int) AS oldest)
      FOR UPDATE SKIP LOCKED)`);
}
