-- A payment of the simulated bank serves both standards, and its state follows from stamps, scenario and clock.
ALTER TABLE "sim_payments" ADD COLUMN "standard" TEXT NOT NULL DEFAULT 'berlin-group',
ADD COLUMN "details" JSONB,
ADD COLUMN "scenario" TEXT,
ADD COLUMN "notification_uri" TEXT,
ADD COLUMN "notification_content" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "notified_status" TEXT,
ADD COLUMN "ordered_at" TIMESTAMPTZ(3),
ADD COLUMN "order_id" UUID,
ADD COLUMN "order_key" TEXT,
ADD COLUMN "order_hash" BYTEA,
ALTER COLUMN "ok_uri" DROP NOT NULL,
ALTER COLUMN "nok_uri" DROP NOT NULL,
ALTER COLUMN "authorisation_id" DROP NOT NULL;
CREATE UNIQUE INDEX "sim_payments_order_id_key" ON "sim_payments"("order_id");
CREATE INDEX "sim_payments_bank_order_key_idx" ON "sim_payments"("bank", "order_key");
ALTER TABLE "sim_payments" ADD CONSTRAINT sim_payments_standard CHECK (standard IN ('berlin-group', 'ob-uk'));

-- What was approved so far was ordered by that, and its scenario stood in the reference alone.
UPDATE "sim_payments" SET ordered_at = approved_at,
  scenario = substring(remittance FROM '\mSIM-(NOFUNDS|REFUSED|DOWN|SLOW|STUCK)\M');

ALTER TABLE "sim_entries" ADD COLUMN "returned_payment_id" UUID;
CREATE UNIQUE INDEX "sim_entries_returned_payment_id_key" ON "sim_entries"("returned_payment_id");

-- Consents that are asked for at the bank. Those of before were valid at once.
ALTER TABLE "sim_consents" ADD COLUMN "standard" TEXT NOT NULL DEFAULT 'berlin-group',
ADD COLUMN "permissions" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "recurring" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN "frequency_per_day" INTEGER,
ADD COLUMN "ok_uri" TEXT,
ADD COLUMN "nok_uri" TEXT,
ADD COLUMN "authorisation_id" TEXT,
ADD COLUMN "approved_at" TIMESTAMPTZ(3),
ADD COLUMN "rejected_at" TIMESTAMPTZ(3),
ADD COLUMN "terminated_at" TIMESTAMPTZ(3),
ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
CREATE UNIQUE INDEX "sim_consents_authorisation_id_key" ON "sim_consents"("authorisation_id");
ALTER TABLE "sim_consents" ADD CONSTRAINT sim_consents_standard CHECK (standard IN ('berlin-group', 'ob-uk'));
UPDATE "sim_consents" SET approved_at = created_at, permissions = ARRAY['accounts', 'balances', 'transactions'];

CREATE TABLE "sim_consent_uses" (
    "consent_id" UUID NOT NULL,
    "resource" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "sim_consent_uses_pkey" PRIMARY KEY ("consent_id","resource","day")
);

CREATE TABLE "sim_counters" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "sim_counters_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "sim_oauth_requests" (
    "id" UUID NOT NULL,
    "handle" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "payment_id" UUID,
    "consent_id" UUID,
    "client_id" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "state" TEXT,
    "code_challenge" TEXT NOT NULL,
    "code_hash" BYTEA,
    "code_expires_at" TIMESTAMPTZ(3),
    "code_used_at" TIMESTAMPTZ(3),
    "token_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "sim_oauth_requests_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "sim_oauth_requests_handle_key" ON "sim_oauth_requests"("handle");
CREATE UNIQUE INDEX "sim_oauth_requests_code_hash_key" ON "sim_oauth_requests"("code_hash");
CREATE UNIQUE INDEX "sim_oauth_requests_token_hash_key" ON "sim_oauth_requests"("token_hash");
