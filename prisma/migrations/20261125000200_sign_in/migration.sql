-- Where a session was begun and how, and the token that it had before its rights were raised: what was on its way then
-- still finds the session, without those rights.
ALTER TABLE "user_sessions" ADD COLUMN "way" TEXT NOT NULL DEFAULT 'code',
  ADD COLUMN "user_agent" TEXT,
  ADD COLUMN "ip" TEXT,
  ADD COLUMN "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
  ADD COLUMN "previous_token_hash" BYTEA,
  ADD COLUMN "rotated_at" TIMESTAMPTZ(3);
UPDATE "user_sessions" SET "last_seen_at" = "created_at";
CREATE UNIQUE INDEX "user_sessions_previous_token_hash_key" ON "user_sessions" ("previous_token_hash");

-- A code that is mailed to confirm a dangerous act opens no session, and the other way round.
ALTER TABLE "sign_in_challenges" DROP CONSTRAINT "sign_in_challenges_purpose";
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_purpose" CHECK ("purpose" IN ('console', 'api', 'verify'));

-- CreateTable
CREATE TABLE "passkeys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "synced" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "spent_passkey_challenges" (
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_passkey_challenges_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "authenticator_apps" (
    "user_id" UUID NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "last_step" BIGINT NOT NULL DEFAULT -1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "confirmed_at" TIMESTAMPTZ(3),

    CONSTRAINT "authenticator_apps_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "second_step_tries" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "requester" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "second_step_tries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_sign_ins" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "way" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pending_sign_ins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_devices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "known_devices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys"("user_id");
CREATE INDEX "spent_passkey_challenges_expires_at_idx" ON "spent_passkey_challenges"("expires_at");
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");
CREATE INDEX "second_step_tries_user_id_requester_at_idx" ON "second_step_tries"("user_id", "requester", "at");
CREATE INDEX "second_step_tries_at_idx" ON "second_step_tries"("at");
CREATE UNIQUE INDEX "pending_sign_ins_token_hash_key" ON "pending_sign_ins"("token_hash");
CREATE INDEX "pending_sign_ins_expires_at_idx" ON "pending_sign_ins"("expires_at");
CREATE UNIQUE INDEX "known_devices_user_id_token_hash_key" ON "known_devices"("user_id", "token_hash");
CREATE INDEX "known_devices_last_seen_at_idx" ON "known_devices"("last_seen_at");

-- What Prisma's schema language cannot say.
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE authenticator_apps ADD CONSTRAINT authenticator_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE second_step_tries ADD CONSTRAINT second_step_tries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE pending_sign_ins ADD CONSTRAINT pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
ALTER TABLE known_devices ADD CONSTRAINT known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE;
