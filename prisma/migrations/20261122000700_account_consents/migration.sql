-- Accounts are held at a connection (bank_slug keeps its name: a running process of before still reads it), and closed.
ALTER TABLE "managed_accounts" ADD COLUMN "bank_name" TEXT;
ALTER TABLE "managed_accounts" ADD COLUMN "closed_at" TIMESTAMPTZ(3);

-- Nobody else reads a real account: it is one merchant's.
CREATE UNIQUE INDEX managed_accounts_one_merchant ON managed_accounts (iban, currency)
  WHERE NOT simulated AND closed_at IS NULL;

CREATE TABLE "account_consents" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "connection_id" TEXT NOT NULL,
    "consent_id" TEXT,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "resource_id" TEXT,
    "links" JSONB NOT NULL DEFAULT '{}',
    "frequency_per_day" INTEGER,
    "valid_until" TIMESTAMPTZ(3),
    "grant_sealed" BYTEA,
    "grant_version" INTEGER NOT NULL DEFAULT 0,
    "grant_lease_until" TIMESTAMPTZ(3),
    "state_hash" BYTEA,
    "redirect_sealed" BYTEA,
    "started_by_kind" TEXT NOT NULL,
    "started_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "returned_at" TIMESTAMPTZ(3),
    "granted_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "account_consents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT account_consents_account FOREIGN KEY (account_id) REFERENCES managed_accounts (id),
    CONSTRAINT account_consents_state CHECK (state IN ('awaiting', 'valid', 'expired', 'rejected', 'revoked')),
    CONSTRAINT account_consents_named CHECK (state <> 'valid' OR (consent_id IS NOT NULL AND granted_at IS NOT NULL)),
    CONSTRAINT account_consents_frequency CHECK (frequency_per_day > 0)
);
CREATE UNIQUE INDEX "account_consents_state_hash_key" ON "account_consents"("state_hash");
CREATE INDEX "account_consents_account_id_id_idx" ON "account_consents"("account_id", "id");
-- What an account is read with is one thing.
CREATE UNIQUE INDEX account_consents_one_valid ON account_consents (account_id) WHERE state = 'valid';
CREATE INDEX account_consents_due ON account_consents (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE "account_consent_uses" (
    "consent_row_id" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "account_consent_uses_pkey" PRIMARY KEY ("consent_row_id","service","day"),
    CONSTRAINT account_consent_uses_consent FOREIGN KEY (consent_row_id) REFERENCES account_consents (id) ON DELETE CASCADE
);

-- Consents that accounts hold today: all of them simulated corporate ones, which asked nobody.
INSERT INTO account_consents
  (id, account_id, merchant_id, connection_id, consent_id, state, resource_id, started_by_kind, granted_at)
SELECT gen_random_uuid(), id, merchant_id, bank_slug, consent_id, 'valid', resource_id, 'system', app_now()
FROM managed_accounts WHERE consent_id IS NOT NULL;
