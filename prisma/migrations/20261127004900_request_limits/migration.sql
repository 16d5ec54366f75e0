-- What the operator allows a merchant's own credentials at the API. Null is no limit.
ALTER TABLE "merchants" ADD COLUMN "requests_per_minute" INTEGER;
ALTER TABLE merchants ADD CONSTRAINT merchants_requests_per_minute_check CHECK (requests_per_minute > 0);
-- Every process reads the limits once a second: there are few.
CREATE INDEX merchants_limited_idx ON merchants (id) WHERE requests_per_minute IS NOT NULL;

CREATE TABLE "merchant_usage" (
  "merchant_id" UUID NOT NULL REFERENCES "merchants" ("id") ON DELETE CASCADE,
  "minute" TIMESTAMPTZ(3) NOT NULL,
  "requests" INTEGER NOT NULL DEFAULT 0,
  "refused" INTEGER NOT NULL DEFAULT 0,
  "peak_in_flight" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "merchant_usage_pkey" PRIMARY KEY ("merchant_id", "minute")
);
CREATE INDEX "merchant_usage_minute_idx" ON "merchant_usage" ("minute");
