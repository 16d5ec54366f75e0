-- The visitors of a demo: a merchant and a user of their own for an hour. The hash of their address is erased at the end.
CREATE TABLE "visitors" (
    "merchant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "address_hash" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    CONSTRAINT "visitors_pkey" PRIMARY KEY ("merchant_id")
);
CREATE INDEX "visitors_open" ON "visitors" ("ends_at") WHERE ended_at IS NULL;
