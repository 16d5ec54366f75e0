-- Simulated banks with OAuth 2.0 issue a refresh token for a consent, and rotate it at each refresh.
ALTER TABLE "sim_oauth_requests" ADD COLUMN "refresh_hash" BYTEA,
ADD COLUMN "used_refresh_hash" BYTEA,
ADD COLUMN "refreshed_at" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "sim_oauth_requests_refresh_hash_key" ON "sim_oauth_requests"("refresh_hash");
CREATE UNIQUE INDEX "sim_oauth_requests_used_refresh_hash_key" ON "sim_oauth_requests"("used_refresh_hash");
