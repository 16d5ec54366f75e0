-- Most calls of the API are of no payment or of no link.
DROP INDEX "api_calls_payment_request_id_idx", "api_calls_payment_link_id_idx";
CREATE INDEX api_calls_of_payment ON api_calls (payment_request_id) WHERE payment_request_id IS NOT NULL;
CREATE INDEX api_calls_of_link ON api_calls (payment_link_id) WHERE payment_link_id IS NOT NULL;

-- Only test events are counted by time, for their limit.
DROP INDEX "webhook_events_merchant_id_created_at_idx";
CREATE INDEX webhook_events_of_test ON webhook_events (merchant_id, created_at) WHERE type = 'webhook.test';

-- A token is a credential's or a user's.
DROP INDEX "token_families_credential_id_expires_at_idx", "token_families_user_id_expires_at_idx";
CREATE INDEX token_families_of_credential ON token_families (credential_id, expires_at) WHERE credential_id IS NOT NULL;
CREATE INDEX token_families_of_user ON token_families (user_id, expires_at) WHERE user_id IS NOT NULL;

-- Refresh tokens end with their family.
DROP INDEX "refresh_tokens_expires_at_idx";

-- Entries are read by their chain.
DROP INDEX "audit_entries_merchant_id_at_idx";
