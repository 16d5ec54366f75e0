-- The log's pages begin after (created_at, id): many deliveries of one resend were recorded at one moment.
-- DropIndex
DROP INDEX "webhook_deliveries_merchant_id_created_at_idx";

-- CreateIndex
CREATE INDEX "webhook_deliveries_merchant_id_created_at_id_idx" ON "webhook_deliveries"("merchant_id", "created_at", "id");

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "event_type" TEXT;

-- What Prisma's schema language cannot say.

-- A copy of what never changes, for the index below. The database takes it, so that no insert can get it wrong.
-- Migrations are cut at every semicolon, so the function's own are written \x3b
CREATE FUNCTION webhook_deliveries_take_type() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN NEW.event_type := (SELECT type FROM webhook_events WHERE id = NEW.event_id)\x3b RETURN NEW\x3b END\x3b';
CREATE TRIGGER webhook_deliveries_type BEFORE INSERT ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION webhook_deliveries_take_type();
UPDATE webhook_deliveries d SET event_type = e.type FROM webhook_events e WHERE e.id = d.event_id;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_typed CHECK (event_type IS NOT NULL);

-- Shelves by destination, type and status: any filter is some of them, and each is walked from its newest end. The
-- endpoint is included because the planner reads no expression out of an index alone.
CREATE INDEX webhook_deliveries_log
  ON webhook_deliveries (merchant_id, (COALESCE(endpoint_id, merchant_id)), event_type, status, created_at, id)
  INCLUDE (endpoint_id);
