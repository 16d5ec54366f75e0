-- Whose calls a bank fails: a circuit opens on what several merchants saw, or one over minutes.
ALTER TABLE "bank_health" ADD COLUMN "failing_since" TIMESTAMPTZ(3);
ALTER TABLE "bank_health" ADD COLUMN "failing_merchant_id" UUID;
ALTER TABLE "bank_health" ADD COLUMN "failing_for_several" BOOLEAN NOT NULL DEFAULT false;
