-- Until when a credential works, and from which networks. Null and empty: always, and from everywhere.
ALTER TABLE "credentials"
  ADD COLUMN "ends_at" TIMESTAMPTZ(3),
  ADD COLUMN "allowed_networks" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "ends_soon_mailed_at" TIMESTAMPTZ(3),
  ADD COLUMN "ended_mailed_at" TIMESTAMPTZ(3);
-- What the job looks for once a minute, of all credentials.
CREATE INDEX "credentials_to_mail_about" ON "credentials"("ends_at")
  WHERE "ends_at" IS NOT NULL AND "disabled_at" IS NULL AND "ended_mailed_at" IS NULL;
