-- A lease ends by time alone: the worker that holds it is not needed.
ALTER TABLE "webhook_deliveries" DROP COLUMN "leased_by";
