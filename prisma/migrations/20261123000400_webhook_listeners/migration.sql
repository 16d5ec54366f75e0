-- AlterTable
-- The transaction that recorded an event. Added without a default, which is set after it: rows that there are keep none, and
-- the table is not written anew.
ALTER TABLE "webhook_events" ADD COLUMN "tx" xid8;
ALTER TABLE "webhook_events" ALTER COLUMN "tx" SET DEFAULT pg_current_xact_id();

-- CreateTable
CREATE TABLE "webhook_listeners" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "position_tx" xid8 NOT NULL,
    "position_id" UUID NOT NULL,
    "cluster" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_listeners_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_listeners_merchant_id_name_key" ON "webhook_listeners"("merchant_id", "name");

-- What Prisma's schema language cannot say.

-- The order in which a listener is told of a merchant's test payments. Events of before this column come first.
CREATE INDEX webhook_events_told ON webhook_events (merchant_id, (COALESCE(tx, '0'::xid8)), id) WHERE test;
ALTER TABLE webhook_listeners ADD CONSTRAINT webhook_listeners_name CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$');
