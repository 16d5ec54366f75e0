-- AlterTable
ALTER TABLE "webhook_defaults" ADD COLUMN "next_secret_sealed" BYTEA,
ADD COLUMN "next_secret_created_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN "next_secret_sealed" BYTEA,
ADD COLUMN "next_secret_created_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "leased_by" UUID,
ADD COLUMN "by_hand" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "resend_of" UUID;

-- AlterTable
ALTER TABLE "webhook_delivery_attempts" ADD COLUMN "timings" JSONB,
ADD COLUMN "remote_address" TEXT,
ADD COLUMN "detail" TEXT;

-- CreateTable
CREATE TABLE "webhook_health" (
    "destination_id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_failure_at" TIMESTAMPTZ(3),
    "paused_since" TIMESTAMPTZ(3),
    "probe_at" TIMESTAMPTZ(3),
    "probes" INTEGER NOT NULL DEFAULT 0,
    "held_since" TIMESTAMPTZ(3),
    "told_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_health_pkey" PRIMARY KEY ("destination_id")
);

-- CreateIndex
CREATE INDEX "webhook_health_merchant_id_idx" ON "webhook_health"("merchant_id");

-- What Prisma's schema language cannot say.

-- A person waits for these: few, and asked for in front of everything else.
CREATE INDEX webhook_deliveries_by_hand ON webhook_deliveries (due_at) WHERE status = 'waiting' AND by_hand;
-- A breaker that is open says when it is tried again. One that is closed has no probe.
ALTER TABLE webhook_health ADD CONSTRAINT webhook_health_probe CHECK ((paused_since IS NULL) = (probe_at IS NULL));
-- The run of failures has a beginning exactly while it lasts.
ALTER TABLE webhook_health ADD CONSTRAINT webhook_health_run CHECK ((failures > 0) = (failing_since IS NOT NULL));
ALTER TABLE webhook_health ADD CONSTRAINT webhook_health_paused CHECK (paused_since IS NULL OR failures > 0);
