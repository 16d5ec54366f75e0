-- What this installation signs with where no certificate of the operator's is asked for: at the simulated banks.
CREATE TABLE "signing_keys" (
    "name" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("name")
);
CREATE UNIQUE INDEX "signing_keys_key_id_key" ON "signing_keys"("key_id");
