-- Who has to have a second factor: the members of a merchant, of a partner, or (both null) everybody of the installation.
CREATE TABLE "two_factor_policies" (
  "id" UUID NOT NULL,
  "merchant_id" UUID REFERENCES "merchants"("id"),
  "partner_id" UUID REFERENCES "partners"("id"),
  "required_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
  CONSTRAINT "two_factor_policies_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "two_factor_policies_place_check" CHECK (merchant_id IS NULL OR partner_id IS NULL),
  CONSTRAINT "two_factor_policies_place_key" UNIQUE NULLS NOT DISTINCT ("merchant_id", "partner_id")
);
