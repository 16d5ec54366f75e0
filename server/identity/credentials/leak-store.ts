import { type Db, firstRow } from "../../lib/db";

type Hash = Uint8Array<ArrayBuffer>;

/** The owner of a secret: a credential, or, with `userId`, the user of a token. */
export type SecretOwner = {
  kind: "client secret" | "access token" | "refresh token";
  works: boolean;
  credentialId: string | null;
  userId: string | null;
  /** The name of the credential or user. */
  name: string;
  /** The user's address. */
  email: string | null;
  merchantId: string | null;
  partnerId: string | null;
  /** Of a token: the family of all tokens from the same sign-in. */
  familyId: string | null;
};

/** The owner of the client secret, access token or refresh token with this hash; null: no row has it. */
export function findSecretOwner(db: Db, hash: Hash): Promise<SecretOwner | null> {
  return firstRow(db.$queryRaw<SecretOwner[]>`
    WITH token AS (
      SELECT 'access token' AS kind, family_id, expires_at FROM access_tokens WHERE hash = ${hash}
      UNION ALL SELECT 'refresh token', family_id, expires_at FROM refresh_tokens WHERE hash = ${hash}
    )
    SELECT 'client secret' AS kind, c.disabled_at IS NULL AND (c.ends_at IS NULL OR c.ends_at > app_now()) AS works,
      c.id::text AS "credentialId", NULL AS "userId", c.name, NULL AS email,
      c.merchant_id::text AS "merchantId", c.partner_id::text AS "partnerId", NULL AS "familyId"
    FROM credentials c WHERE c.secret_hash = ${hash}
    UNION ALL
    SELECT token.kind, token.expires_at > app_now() AND f.revoked_at IS NULL,
      c.id::text, u.id::text, COALESCE(c.name, u.name), u.email,
      COALESCE(c.merchant_id, f.merchant_id)::text, COALESCE(c.partner_id, f.partner_id)::text, f.id::text
    FROM token JOIN token_families f ON f.id = token.family_id
      LEFT JOIN credentials c ON c.id = f.credential_id LEFT JOIN users u ON u.id = f.user_id
    LIMIT 1`);
}
