-- Each index stays only with the query that needs it: prisma/schema/indexes.prisma. Processes of the release before read
-- the overview more slowly until they end.

-- The list's index also has what the overview counts, so that it replaces two others: of the outcomes of created payments,
-- and of those at a bank.
DROP INDEX payment_requests_list, payment_requests_outcomes, payment_requests_at_bank;
CREATE INDEX "payment_requests_list"
  ON "payment_requests"("merchant_id", "test", "currency", "list_status", "flow", "created_at", "id") INCLUDE (initiated_at);

-- Most payments have no link.
DROP INDEX "payment_requests_payment_link_id_idx";
CREATE INDEX payment_requests_of_link ON payment_requests (payment_link_id) WHERE payment_link_id IS NOT NULL;

-- Debited attempts are few of those that wait for their credit.
DROP INDEX payment_attempts_awaiting_credit, payment_attempts_debited;
CREATE INDEX payment_attempts_awaiting_credit ON payment_attempts (receiving_account_id, created_at)
  WHERE state IN ('ACCEPTED', 'EXECUTED', 'SUBMITTING', 'SUBMIT_UNKNOWN', 'DISPUTED');

-- No query reads it, and the end of a call now changes no index.
DROP INDEX bank_calls_open;

-- Room on each new page, so that an update that changes no index stays on it. Rows before keep their pages.
ALTER TABLE payment_requests SET (fillfactor = 85);
ALTER TABLE payment_attempts SET (fillfactor = 80);
ALTER TABLE bank_calls SET (fillfactor = 80);
