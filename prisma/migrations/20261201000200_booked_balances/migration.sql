-- The start of an account's statements without a gap, and when its booked balance was last fetched.
ALTER TABLE "statement_fetches" ADD COLUMN "covered_from" TIMESTAMPTZ(3), ADD COLUMN "balance_asked_at" TIMESTAMPTZ(3);
-- Each fetch begins three days before the last successful one, the first three days before the row.
UPDATE "statement_fetches" SET "covered_from" = "created_at" - interval '3 days' WHERE "read_at" IS NOT NULL;

-- A booked balance as the bank reported it, with the sum of the transactions that were stored then.
CREATE TABLE "booked_balances" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "currency" TEXT NOT NULL,
    "balance" BIGINT NOT NULL,
    "entries" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    CONSTRAINT "booked_balances_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "booked_balances_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "managed_accounts"("id") ON DELETE CASCADE
);
CREATE INDEX "booked_balances_account_id_at_idx" ON "booked_balances"("account_id", "at" DESC);

-- The months whose mail was queued, so that it is queued once.
CREATE TABLE "monthly_report_mails" (
    "merchant_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT app_now(),
    CONSTRAINT "monthly_report_mails_pkey" PRIMARY KEY ("merchant_id", "month"),
    CONSTRAINT "monthly_report_mails_merchant_id_fkey" FOREIGN KEY ("merchant_id") REFERENCES "merchants"("id") ON DELETE CASCADE
);
