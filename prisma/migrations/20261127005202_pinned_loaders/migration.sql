-- The loader as it was served at an address with its hash: shops keep that address, through every later release.
CREATE TABLE "pinned_loaders" (
  "hash" TEXT NOT NULL,
  "language" TEXT NOT NULL,
  "script" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
  CONSTRAINT "pinned_loaders_pkey" PRIMARY KEY ("hash")
);
