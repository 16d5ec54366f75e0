-- The overview counts payments by bank: the bank is in the two indexes from which it counts (ADR 39). It changes with
-- columns that they have already, so that no further update writes to them.
DROP INDEX payment_requests_list, payment_requests_received;
CREATE INDEX "payment_requests_list"
  ON "payment_requests"("merchant_id", "test", "currency", "list_status", "flow", "created_at", "id")
  INCLUDE (initiated_at, bank_id);
CREATE INDEX payment_requests_received ON payment_requests (merchant_id, test, currency, completed_at)
  INCLUDE (amount, reversed_amount, time_to_approval_s, bank_id) WHERE status = 'completed';
