-- AlterTable
ALTER TABLE "merchants" ADD COLUMN "accent" TEXT,
ADD COLUMN "branding_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "logo_hash" TEXT,
ADD COLUMN "origins_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now();

-- CreateTable
CREATE TABLE "merchant_logos" (
    "merchant_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "merchant_logos_pkey" PRIMARY KEY ("merchant_id")
);

-- CreateIndex
CREATE INDEX "merchant_logos_hash_idx" ON "merchant_logos"("hash");

-- AddForeignKey
ALTER TABLE "merchant_logos" ADD CONSTRAINT "merchant_logos_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- It goes into a style sheet, and the hash into an address.
ALTER TABLE merchants ADD CONSTRAINT merchants_accent CHECK (accent ~ '^#[0-9a-f]{6}$');
ALTER TABLE merchants ADD CONSTRAINT merchants_logo_hash CHECK (logo_hash ~ '^[0-9a-f]{64}$');
-- Only pictures that no browser runs anything of, and only of these bytes.
ALTER TABLE merchant_logos ADD CONSTRAINT merchant_logos_media_type CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp'));
ALTER TABLE merchant_logos ADD CONSTRAINT merchant_logos_hash CHECK (hash = encode(sha256(content), 'hex'));
ALTER TABLE merchant_logos ADD CONSTRAINT merchant_logos_size CHECK (size_bytes = octet_length(content));
