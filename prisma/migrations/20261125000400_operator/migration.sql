-- Why the operator keeps a merchant from taking money, in words for the operator.
ALTER TABLE "merchants" ADD COLUMN "suspended_reason" TEXT;
-- The operator's list of merchants goes by name, whatever its case.
CREATE INDEX merchants_by_name ON merchants (lower(brand_name), id);

-- Which process a worker is, for the operator. A worker of an older version leaves it out.
ALTER TABLE "worker_heartbeats" ADD COLUMN "host" TEXT;
ALTER TABLE "worker_heartbeats" ADD COLUMN "version" TEXT;
ALTER TABLE "worker_heartbeats" ADD COLUMN "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now();

-- What a person found when they dealt with it.
ALTER TABLE "payment_anomalies" ADD COLUMN "resolved_note" TEXT;

-- Mails that were given up, newest first.
CREATE INDEX mails_failed ON mails (failed_at DESC, id) WHERE failed_at IS NOT NULL;
