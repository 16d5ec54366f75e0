-- CreateTable
CREATE TABLE "webhook_endpoint_stats_increments" (
    "id" UUID NOT NULL,
    "endpoint_key" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "ok" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "took" INTEGER[],
    "last_ok_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_stats_increments_pkey" PRIMARY KEY ("endpoint_key","hour","id")
);
