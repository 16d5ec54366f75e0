-- A token family belongs to a credential, or to a user who signed in.
ALTER TABLE "token_families" ALTER COLUMN "credential_id" DROP NOT NULL,
  ADD COLUMN "user_id" UUID,
  ADD COLUMN "merchant_id" UUID,
  ADD COLUMN "partner_id" UUID;
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_owner" CHECK (num_nonnulls("credential_id", "user_id") = 1);

-- Each access token keeps the context that it was issued for, whatever its family goes on to.
ALTER TABLE "access_tokens" ADD COLUMN "merchant_id" UUID, ADD COLUMN "partner_id" UUID;

-- A context, like a role, is a merchant, a partner or neither.
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_context" CHECK (num_nonnulls("merchant_id", "partner_id") <= 1);
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_context" CHECK (num_nonnulls("merchant_id", "partner_id") <= 1);
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_context" CHECK (num_nonnulls("merchant_id", "partner_id") <= 1);

-- Nulls are equal here, or a user could hold two roles in one place and keep the other when one is taken away.
-- Where two are held, the one given last stands (ids are ordered by time).
DELETE FROM "memberships" AS older USING "memberships" AS newer
WHERE older."user_id" = newer."user_id" AND older."merchant_id" IS NOT DISTINCT FROM newer."merchant_id"
  AND older."partner_id" IS NOT DISTINCT FROM newer."partner_id" AND older."id" < newer."id";
DROP INDEX "memberships_user_id_merchant_id_partner_id_key";
CREATE UNIQUE INDEX "memberships_user_id_merchant_id_partner_id_key"
  ON "memberships" ("user_id", "merchant_id", "partner_id") NULLS NOT DISTINCT;

-- A code is good for what it was mailed for, and nothing else. Those on their way, and those of processes that know no
-- purpose yet, are for the Console.
ALTER TABLE "sign_in_challenges" ADD COLUMN "purpose" TEXT NOT NULL DEFAULT 'console',
  ADD COLUMN "requester_site" TEXT;
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_purpose" CHECK ("purpose" IN ('console', 'api'));
CREATE INDEX "sign_in_challenges_requester_site_created_at_idx" ON "sign_in_challenges" ("requester_site", "created_at");
