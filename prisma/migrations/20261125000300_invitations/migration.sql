-- Who was asked to join a team. The address alone can accept, once, with the token that was mailed to it.
CREATE TABLE "invitations" (
  "id" UUID NOT NULL,
  "merchant_id" UUID,
  "partner_id" UUID,
  "email" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "invited_by" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
  "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
  "sent_count" INTEGER NOT NULL DEFAULT 1,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "accepted_at" TIMESTAMPTZ(3),
  "withdrawn_at" TIMESTAMPTZ(3),
  CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "invitations_one_place" CHECK ("merchant_id" IS NULL OR "partner_id" IS NULL),
  CONSTRAINT "invitations_role" CHECK ("role" IN ('owner', 'admin', 'developer', 'finance', 'viewer')),
  CONSTRAINT "invitations_one_end" CHECK ("accepted_at" IS NULL OR "withdrawn_at" IS NULL),
  CONSTRAINT "invitations_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants" ("id") ON DELETE RESTRICT,
  CONSTRAINT "invitations_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners" ("id") ON DELETE RESTRICT,
  CONSTRAINT "invitations_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "users" ("id") ON DELETE RESTRICT
);

CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" ("token_hash");
-- One open invitation of an address to a place. Nulls are equal: both null is the platform.
CREATE UNIQUE INDEX "invitations_open" ON "invitations" ("merchant_id", "partner_id", "email") NULLS NOT DISTINCT
  WHERE "accepted_at" IS NULL AND "withdrawn_at" IS NULL;
CREATE INDEX "invitations_place" ON "invitations" ("merchant_id", "partner_id", "created_at");
CREATE INDEX "invitations_email" ON "invitations" ("email", "created_at");
-- The people of a place.
CREATE INDEX "memberships_place" ON "memberships" ("merchant_id", "partner_id");
