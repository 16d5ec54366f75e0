-- A value sealed by each key that has sealed data of this database: a start with another key is refused.
CREATE TABLE "encryption_keys" (
    "id" TEXT NOT NULL,
    "check_sealed" BYTEA NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    CONSTRAINT "encryption_keys_pkey" PRIMARY KEY ("id")
);
