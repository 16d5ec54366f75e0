-- AlterTable
ALTER TABLE "webhook_health" ADD COLUMN "taken_since" TIMESTAMPTZ(3),
ADD COLUMN "mailed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "webhook_hours" (
    "destination_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "ok" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "took" INTEGER[],
    "last_ok_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_hours_pkey" PRIMARY KEY ("destination_id","hour")
);

-- CreateIndex
CREATE INDEX "webhook_hours_hour_idx" ON "webhook_hours"("hour");

-- What Prisma's schema language cannot say.

-- The hour that runs is written many times a second: room on the page lets its versions stay on it, and out of the indexes.
ALTER TABLE webhook_hours SET (fillfactor = 50);
-- A run of failures that nobody was told of yet, and one that is over and was told of: few, asked for all the time.
CREATE INDEX webhook_health_untold ON webhook_health (failing_since) WHERE failures > 0 AND told_at IS NULL;
CREATE INDEX webhook_health_recovered ON webhook_health (taken_since) WHERE failures = 0 AND told_at IS NOT NULL;
-- What waits too long is looked for behind these alone.
CREATE INDEX webhook_health_stopped ON webhook_health (destination_id) WHERE paused_since IS NOT NULL OR held_since IS NOT NULL;
