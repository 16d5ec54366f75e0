-- CreateTable
CREATE TABLE "webhook_probes" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "destination_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "report" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_probes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_exams" (
    "id" UUID NOT NULL,
    "merchant_id" UUID NOT NULL,
    "destination_id" UUID NOT NULL,
    "endpoint_id" UUID,
    "code" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "signed" BOOLEAN NOT NULL,
    "state" TEXT NOT NULL,
    "reason" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "score" JSONB,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_exams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_exam_sendings" (
    "exam_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "calls" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),

    CONSTRAINT "webhook_exam_sendings_pkey" PRIMARY KEY ("exam_id","position")
);

-- CreateIndex
CREATE INDEX "webhook_probes_merchant_id_created_at_idx" ON "webhook_probes"("merchant_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_probes_destination_id_created_at_idx" ON "webhook_probes"("destination_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_exams_merchant_id_created_at_idx" ON "webhook_exams"("merchant_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_exams_destination_id_created_at_idx" ON "webhook_exams"("destination_id", "created_at");

-- AddForeignKey
ALTER TABLE "webhook_exam_sendings" ADD CONSTRAINT "webhook_exam_sendings_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "webhook_exams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

-- One at a time: two would confuse the receiver, and who reads its log.
CREATE UNIQUE INDEX webhook_exams_running ON webhook_exams (destination_id) WHERE state = 'running';
CREATE INDEX webhook_exams_due ON webhook_exams (due_at) WHERE state = 'running';
ALTER TABLE webhook_exams ADD CONSTRAINT webhook_exams_state CHECK (state IN ('running', 'finished', 'unfinished'));
ALTER TABLE webhook_exams ADD CONSTRAINT webhook_exams_done CHECK ((state = 'running') = (done_at IS NULL));
ALTER TABLE webhook_exams ADD CONSTRAINT webhook_exams_reason CHECK ((state = 'unfinished') = (reason IS NOT NULL));
ALTER TABLE webhook_exams ADD CONSTRAINT webhook_exams_score CHECK ((state = 'finished') = (score IS NOT NULL));
