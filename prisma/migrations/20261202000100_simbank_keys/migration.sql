-- One key, one payment at a simulated bank: a unique index decides between concurrent initiations, without a lock. A payment
-- at a bank without idempotency has no key, and the newest of those with one key keeps it.
ALTER TABLE "sim_payments" ALTER COLUMN "request_id" DROP NOT NULL;
UPDATE "sim_payments" p SET request_id = NULL WHERE EXISTS (
  SELECT FROM "sim_payments" later
  WHERE later.bank = p.bank AND later.standard = p.standard AND later.request_id = p.request_id
    AND (later.created_at, later.id) > (p.created_at, p.id));
DROP INDEX "sim_payments_bank_request_id_idx";
CREATE UNIQUE INDEX "sim_payments_bank_standard_request_id_key" ON "sim_payments"("bank", "standard", "request_id");
