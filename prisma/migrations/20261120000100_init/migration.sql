-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "credentials" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "merchant_id" UUID,
    "partner_id" UUID,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "test_only" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "disabled_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token_families" (
    "id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_families_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "access_tokens" (
    "hash" BYTEA NOT NULL,
    "family_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "hash" BYTEA NOT NULL,
    "family_id" UUID NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "successor" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "merchant_id" UUID,
    "partner_id" UUID,
    "role" TEXT NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_challenges" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "requester" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "managed_accounts" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "roles" TEXT[],
    "simulated" BOOLEAN NOT NULL,
    "bank_slug" TEXT NOT NULL,
    "iban" TEXT NOT NULL,
    "holder_name" TEXT NOT NULL,
    "consent_id" TEXT,
    "resource_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "managed_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "merchant_id" UUID,
    "action" TEXT NOT NULL,
    "subject_id" TEXT,
    "detail" JSONB NOT NULL DEFAULT '{}',
    "request_id" TEXT,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "banks" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "market" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "website_url" TEXT NOT NULL,
    "logo_url" TEXT NOT NULL,
    "bic" TEXT,
    "top_in_market" BOOLEAN NOT NULL,
    "rank" INTEGER,
    "schemes" TEXT[],

    CONSTRAINT "banks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "merchant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("merchant_id","key")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "lease_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "partners" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "partners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "merchants" (
    "id" UUID NOT NULL,
    "brand_name" TEXT NOT NULL,
    "partner_id" UUID,
    "country" TEXT NOT NULL DEFAULT 'PT',
    "allowed_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "merchants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_links" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "token_sealed" BYTEA NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "payment_reference" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL,
    "success_url" TEXT,
    "failure_url" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "webhook_endpoints" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "views_count" INTEGER NOT NULL DEFAULT 0,
    "first_viewed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "expired_event_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "payment_request_id" UUID,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "payment_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_requests" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "flow" TEXT NOT NULL,
    "payment_link_id" UUID,
    "token_hash" BYTEA NOT NULL,
    "token_sealed" BYTEA NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "payment_reference" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "test" BOOLEAN NOT NULL,
    "rewards" JSONB,
    "customer" JSONB,
    "billing_address" JSONB,
    "device_type" TEXT,
    "success_url" TEXT,
    "failure_url" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "webhook_endpoints" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'pending',
    "status_reason" TEXT,
    "late" BOOLEAN NOT NULL DEFAULT false,
    "reversed_amount" BIGINT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "initiated_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "live_attempt_id" UUID,
    "bank_id" UUID,
    "bank_name" TEXT,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "payment_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL,
    "payment_request_id" UUID NOT NULL,
    "bank_id" UUID NOT NULL,
    "scheme" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "end_to_end_id" TEXT NOT NULL,
    "idempotency_key" UUID NOT NULL,
    "request_body" TEXT NOT NULL,
    "redirect_state_hash" BYTEA NOT NULL,
    "redirect_state" BYTEA NOT NULL,
    "psu_context" JSONB NOT NULL,
    "bank_payment_id" TEXT,
    "sca_redirect_url" TEXT,
    "links" JSONB NOT NULL DEFAULT '{}',
    "raw_status" TEXT,
    "reason" TEXT,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "returned_at" TIMESTAMPTZ(3),
    "change_requested_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt_transitions" (
    "id" UUID NOT NULL,
    "attempt_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    "raw_status" TEXT,
    "source" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "attempt_transitions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sim_accounts" (
    "id" UUID NOT NULL,
    "bank" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "iban" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "sim_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sim_entries" (
    "id" UUID NOT NULL,
    "from_account_id" UUID NOT NULL,
    "to_account_id" UUID NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "payment_id" UUID,
    "purpose" TEXT NOT NULL,
    "booked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "credited_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sim_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sim_payments" (
    "id" UUID NOT NULL,
    "bank" TEXT NOT NULL,
    "product" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "body_hash" BYTEA NOT NULL,
    "end_to_end_id" TEXT,
    "amount" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "creditor_iban" TEXT NOT NULL,
    "creditor_name" TEXT NOT NULL,
    "debtor_iban" TEXT,
    "remittance" TEXT,
    "ok_uri" TEXT NOT NULL,
    "nok_uri" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "authorisation_id" TEXT NOT NULL,
    "debtor_account_id" UUID,
    "approved_at" TIMESTAMPTZ(3),
    "settles_at" TIMESTAMPTZ(3),
    "refused_at" TIMESTAMPTZ(3),
    "refused_reason" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "sim_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sim_consents" (
    "id" UUID NOT NULL,
    "bank" TEXT NOT NULL,
    "account_ids" UUID[],
    "valid_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "sim_consents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_defaults" (
    "merchant_id" UUID NOT NULL,
    "url" TEXT,
    "secret_sealed" BYTEA,
    "secret_created_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_defaults_pkey" PRIMARY KEY ("merchant_id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "test" BOOLEAN NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "error" TEXT,
    "next_try_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "credentials_merchant_id_idx" ON "credentials"("merchant_id");

-- CreateIndex
CREATE INDEX "credentials_partner_id_idx" ON "credentials"("partner_id");

-- CreateIndex
CREATE INDEX "token_families_expires_at_idx" ON "token_families"("expires_at");

-- CreateIndex
CREATE INDEX "access_tokens_expires_at_idx" ON "access_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_family_id_idx" ON "refresh_tokens"("family_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "memberships_user_id_merchant_id_partner_id_key" ON "memberships"("user_id", "merchant_id", "partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_sessions_token_hash_key" ON "user_sessions"("token_hash");

-- CreateIndex
CREATE INDEX "user_sessions_user_id_idx" ON "user_sessions"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_challenges_requester_created_at_idx" ON "sign_in_challenges"("requester", "created_at");

-- CreateIndex
CREATE INDEX "sign_in_challenges_email_created_at_idx" ON "sign_in_challenges"("email", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "managed_accounts_merchant_id_currency_iban_key" ON "managed_accounts"("merchant_id", "currency", "iban");

-- CreateIndex
CREATE INDEX "audit_entries_merchant_id_at_idx" ON "audit_entries"("merchant_id", "at");

-- CreateIndex
CREATE INDEX "banks_market_rank_display_name_idx" ON "banks"("market", "rank", "display_name");

-- CreateIndex
CREATE UNIQUE INDEX "banks_market_slug_key" ON "banks"("market", "slug");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "merchants_partner_id_idx" ON "merchants"("partner_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_token_hash_key" ON "payment_links"("token_hash");

-- CreateIndex
CREATE INDEX "payment_links_merchant_id_created_at_id_idx" ON "payment_links"("merchant_id", "created_at" DESC, "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_requests_token_hash_key" ON "payment_requests"("token_hash");

-- CreateIndex
CREATE INDEX "payment_requests_merchant_id_created_at_id_idx" ON "payment_requests"("merchant_id", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "payment_requests_payment_link_id_idx" ON "payment_requests"("payment_link_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_end_to_end_id_key" ON "payment_attempts"("end_to_end_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_redirect_state_hash_key" ON "payment_attempts"("redirect_state_hash");

-- CreateIndex
CREATE INDEX "payment_attempts_payment_request_id_idx" ON "payment_attempts"("payment_request_id");

-- CreateIndex
CREATE UNIQUE INDEX "attempt_transitions_attempt_id_number_key" ON "attempt_transitions"("attempt_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "sim_accounts_iban_currency_key" ON "sim_accounts"("iban", "currency");

-- CreateIndex
CREATE UNIQUE INDEX "sim_entries_payment_id_key" ON "sim_entries"("payment_id");

-- CreateIndex
CREATE INDEX "sim_entries_from_account_id_idx" ON "sim_entries"("from_account_id");

-- CreateIndex
CREATE INDEX "sim_entries_to_account_id_idx" ON "sim_entries"("to_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "sim_payments_authorisation_id_key" ON "sim_payments"("authorisation_id");

-- CreateIndex
CREATE INDEX "sim_payments_bank_request_id_idx" ON "sim_payments"("bank", "request_id");

-- CreateIndex
CREATE INDEX "webhook_events_merchant_id_created_at_idx" ON "webhook_events"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_subject_id_sequence_key" ON "webhook_events"("subject_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries"("event_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_merchant_id_created_at_idx" ON "webhook_deliveries"("merchant_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_attempts_delivery_id_number_key" ON "webhook_delivery_attempts"("delivery_id", "number");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_payment_request_id_fkey" FOREIGN KEY ("payment_request_id") REFERENCES "payment_requests"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempt_transitions" ADD CONSTRAINT "attempt_transitions_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery_attempts" ADD CONSTRAINT "webhook_delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


