-- The log of the public API: written in batches, read by merchant and by payment, erased by age.
CREATE TABLE "api_calls" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "endpoint" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "caller_kind" TEXT,
    "actor_kind" TEXT,
    "actor_id" TEXT,
    "partner_id" UUID,
    "merchant_id" UUID,
    "payment_request_id" UUID,
    "payment_link_id" UUID,
    "test" BOOLEAN,
    "status" INTEGER NOT NULL,
    "error_code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "ip" TEXT,
    "user_agent" TEXT,
    "idempotency_key" TEXT,
    "replayed" BOOLEAN NOT NULL,
    "request" TEXT,
    "answer" TEXT,

    CONSTRAINT "api_calls_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "api_calls_at_idx" ON "api_calls"("at");
CREATE INDEX "api_calls_merchant_id_at_id_idx" ON "api_calls"("merchant_id", "at" DESC, "id" DESC);
CREATE INDEX "api_calls_payment_request_id_idx" ON "api_calls"("payment_request_id");
CREATE INDEX "api_calls_payment_link_id_idx" ON "api_calls"("payment_link_id");
