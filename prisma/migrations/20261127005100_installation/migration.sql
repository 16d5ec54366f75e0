-- What made this database: a demo, a demo for the public, or a real installation. None of them starts on a database of another.
CREATE TABLE "installation" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);
ALTER TABLE installation ADD CONSTRAINT installation_id_check CHECK (id = 1);
ALTER TABLE installation ADD CONSTRAINT installation_kind_check CHECK (kind IN ('demo', 'public_demo', 'production'));
