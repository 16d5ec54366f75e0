-- A used refresh token answers a few repeats within its grace. From which network it was first used is kept, so that a repeat
-- from another one is noted, once.
ALTER TABLE "refresh_tokens" ADD COLUMN "repeats" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "refresh_tokens" ADD COLUMN "used_from" TEXT;
ALTER TABLE "refresh_tokens" ADD COLUMN "elsewhere_at" TIMESTAMPTZ(3);

-- The live families of one owner, newest first: a new one ends the refreshing of those beyond the bound.
CREATE INDEX "token_families_credential_id_expires_at_idx" ON "token_families"("credential_id", "expires_at");
CREATE INDEX "token_families_user_id_expires_at_idx" ON "token_families"("user_id", "expires_at");
