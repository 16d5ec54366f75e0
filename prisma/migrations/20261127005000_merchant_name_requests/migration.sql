-- A name that a merchant wants shoppers and banks to see. It is the merchant's name once the operator has approved it.
CREATE TABLE "merchant_name_requests" (
  "id" UUID NOT NULL,
  "merchant_id" UUID NOT NULL REFERENCES "merchants"("id"),
  "name" TEXT NOT NULL,
  "previous_name" TEXT NOT NULL,
  "requested_by" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
  "state" TEXT NOT NULL DEFAULT 'open',
  "reason" TEXT,
  "decided_at" TIMESTAMPTZ(3),
  CONSTRAINT "merchant_name_requests_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "merchant_name_requests_state_check" CHECK (state IN ('open', 'approved', 'refused', 'withdrawn')),
  CONSTRAINT "merchant_name_requests_decided_check" CHECK ((state = 'open') = (decided_at IS NULL)),
  CONSTRAINT "merchant_name_requests_reason_check" CHECK ((state = 'refused') = (reason IS NOT NULL))
);
-- A merchant has one open request: another name takes its place.
CREATE UNIQUE INDEX "merchant_name_requests_open" ON "merchant_name_requests"("merchant_id") WHERE state = 'open';
CREATE INDEX "merchant_name_requests_open_by_age" ON "merchant_name_requests"("created_at", "id") WHERE state = 'open';
CREATE INDEX "merchant_name_requests_merchant_id_created_at_idx" ON "merchant_name_requests"("merchant_id", "created_at");
