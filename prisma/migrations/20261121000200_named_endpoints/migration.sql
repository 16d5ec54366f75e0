-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "signed" BOOLEAN NOT NULL DEFAULT true,
    "environment" TEXT NOT NULL DEFAULT 'Both',
    "event_types" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "secret_sealed" BYTEA NOT NULL,
    "secret_created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_endpoints_merchant_id_name_key" ON "webhook_endpoints"("merchant_id", "name");

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN "endpoint_id" UUID;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

CREATE UNIQUE INDEX webhook_endpoints_one_default ON webhook_endpoints (merchant_id) WHERE is_default;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_name CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$');
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_environment CHECK (environment IN ('Test', 'Live', 'Both'));

-- Payments and links hold names, not ids: a name that came to mean another endpoint would lead their events astray.
-- Migrations are cut at every semicolon, so the function's own are written \x3b
CREATE FUNCTION webhook_endpoints_keep_names() RETURNS trigger LANGUAGE plpgsql AS
  E'BEGIN RAISE EXCEPTION \'A named endpoint keeps its name and merchant, and is disabled, never deleted.\'\x3b END\x3b';
CREATE TRIGGER webhook_endpoints_never_deleted BEFORE DELETE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION webhook_endpoints_keep_names();
CREATE TRIGGER webhook_endpoints_never_renamed BEFORE UPDATE ON webhook_endpoints
  FOR EACH ROW WHEN ((OLD.name, OLD.merchant_id) IS DISTINCT FROM (NEW.name, NEW.merchant_id))
  EXECUTE FUNCTION webhook_endpoints_keep_names();

-- A claim steps from destination to destination: an endpoint, or the merchant's default URL.
DROP INDEX webhook_deliveries_due;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (merchant_id, (COALESCE(endpoint_id, merchant_id)), due_at)
  WHERE status = 'waiting';
