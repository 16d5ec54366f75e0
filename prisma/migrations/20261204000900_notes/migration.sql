-- What a merchant's team writes about a payment (its id) or a customer (payment_customer_key).
CREATE TABLE "notes" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "test" BOOLEAN NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "author_id" UUID,
    "acting_as" TEXT NOT NULL,
    "partner_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    CONSTRAINT "notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "notes_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE,
    CONSTRAINT "notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL,
    CONSTRAINT "notes_partner_id_fkey" FOREIGN KEY ("partner_id") REFERENCES "partners"("id") ON DELETE SET NULL
);
CREATE INDEX "notes_of_subject" ON "notes"("subject", "merchant_id", "test");
