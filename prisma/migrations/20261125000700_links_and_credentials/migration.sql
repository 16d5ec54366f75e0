-- Links that were sent by mail: what the limits are counted by, and what the Console tells of it.
CREATE TABLE "payment_link_mails" (
    "id" UUID NOT NULL,
    "payment_link_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "mail_id" UUID NOT NULL,
    "recipient_masked" TEXT NOT NULL,
    "recipient_hash" BYTEA NOT NULL,
    "sent_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "payment_link_mails_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "payment_link_mails_payment_link_id_created_at_idx" ON "payment_link_mails"("payment_link_id", "created_at");
CREATE INDEX "payment_link_mails_merchant_id_created_at_idx" ON "payment_link_mails"("merchant_id", "created_at");
CREATE INDEX "payment_link_mails_recipient_hash_created_at_idx" ON "payment_link_mails"("recipient_hash", "created_at");
ALTER TABLE "payment_link_mails" ADD CONSTRAINT payment_link_mails_link
  FOREIGN KEY ("payment_link_id") REFERENCES "payment_links"("id");

-- Who made a credential. Null: it was made before this was written down.
ALTER TABLE "credentials" ADD COLUMN "created_by_kind" TEXT;
ALTER TABLE "credentials" ADD COLUMN "created_by_id" TEXT;

-- What a credential was used for lately. Calls of people are not looked for by who made them.
CREATE INDEX api_calls_by_credential ON api_calls (actor_id, at DESC, id DESC) WHERE actor_kind = 'credential';

-- Movements, the newest first by one direction for all columns: a page begins where the one before ended.
DROP INDEX statement_entries_account;
CREATE INDEX statement_entries_account ON statement_entries (account_id, booked_at DESC, id DESC);
CREATE INDEX statement_entries_unplaced ON statement_entries (account_id, booked_at DESC, id DESC)
  WHERE state IN ('unmatched', 'differs');

-- Payments that their bank calls debited and whose credit has not come: few at any time, asked for by account.
CREATE INDEX payment_attempts_debited ON payment_attempts (receiving_account_id, created_at DESC) WHERE state = 'EXECUTED';
