-- The UK Open Banking side of the simulated banks: their keys, and what they have granted as OpenID providers.
CREATE TABLE "sim_signing_keys" (
    "bank" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "sim_signing_keys_pkey" PRIMARY KEY ("bank")
);

CREATE TABLE "sim_client_assertions" (
    "bank" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "jti" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sim_client_assertions_pkey" PRIMARY KEY ("bank","client_id","jti")
);
CREATE INDEX "sim_client_assertions_expires_at_idx" ON "sim_client_assertions"("expires_at");

CREATE TABLE "sim_authorisations" (
    "id" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "consent_id" UUID NOT NULL,
    "scope" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "response_mode" TEXT NOT NULL,
    "with_id_token" BOOLEAN NOT NULL,
    "state" TEXT,
    "nonce" TEXT,
    "code_challenge" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "code_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "sim_authorisations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sim_authorisations_scope" CHECK (scope IN ('payments', 'accounts')),
    CONSTRAINT "sim_authorisations_response_mode" CHECK (response_mode IN ('query.jwt', 'fragment.jwt', 'fragment'))
);

CREATE TABLE "sim_authorisation_codes" (
    "code_hash" BYTEA NOT NULL,
    "authorisation_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sim_authorisation_codes_pkey" PRIMARY KEY ("code_hash"),
    CONSTRAINT "sim_authorisation_codes_authorisation" FOREIGN KEY (authorisation_id) REFERENCES sim_authorisations (id)
);

CREATE TABLE "sim_tokens" (
    "token_hash" BYTEA NOT NULL,
    "bank" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL,
    "consent_id" UUID,
    "authorisation_id" TEXT,
    "certificate_thumbprint" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sim_tokens_pkey" PRIMARY KEY ("token_hash"),
    CONSTRAINT "sim_tokens_kind" CHECK (kind IN ('access', 'refresh')),
    CONSTRAINT "sim_tokens_authorisation" FOREIGN KEY (authorisation_id) REFERENCES sim_authorisations (id)
);
CREATE INDEX "sim_tokens_authorisation_id_idx" ON "sim_tokens"("authorisation_id");
CREATE INDEX "sim_tokens_expires_at_idx" ON "sim_tokens"("expires_at");

-- Of when the transactions are that a consent shows.
ALTER TABLE "sim_consents" ADD COLUMN "transactions_from" TIMESTAMPTZ(3),
ADD COLUMN "transactions_to" TIMESTAMPTZ(3);
