-- Where the stamps of a payment request say that it stands: the status, and for a pending one whether a bank has it. Only
-- the end of an open one still depends on the time: until the worker has told of it, it may be over.
ALTER TABLE "payment_requests" ADD COLUMN "stamped_stage" TEXT NOT NULL GENERATED ALWAYS AS (
  CASE WHEN status <> 'pending' THEN status WHEN initiated_at IS NULL THEN 'open' ELSE 'at_bank' END) STORED;
-- When a browser was first given its page.
ALTER TABLE "payment_requests" ADD COLUMN "opened_at" TIMESTAMPTZ(3);

-- A list is a merge of shelves (currency, stage, flow), each walked from its newest end: a page costs what there are
-- shelves, not what lies on them. The same with the bank first, and for one exact amount.
CREATE INDEX "payment_requests_list"
  ON "payment_requests"("merchant_id", "test", "currency", "stamped_stage", "flow", "created_at", "id");
CREATE INDEX "payment_requests_of_amount"
  ON "payment_requests"("merchant_id", "test", "currency", "amount", "stamped_stage", "created_at", "id");

-- What Prisma's schema language cannot say.

CREATE INDEX payment_requests_of_bank
  ON payment_requests (merchant_id, test, bank_id, currency, stamped_stage, flow, created_at, id)
  INCLUDE (bank_name) WHERE bank_id IS NOT NULL;
-- The few that are something special.
CREATE INDEX payment_requests_list_late ON payment_requests (merchant_id, test, created_at, id) WHERE late;
CREATE INDEX payment_requests_list_reversed ON payment_requests (merchant_id, test, created_at, id)
  WHERE reversed_amount IS NOT NULL;

-- The search: the beginning of a text in any case, byte by byte, so that no collation stands in its way.
CREATE INDEX payment_requests_by_reference
  ON payment_requests (merchant_id, test, lower(payment_reference) text_pattern_ops);
CREATE INDEX payment_requests_by_order ON payment_requests (merchant_id, test, lower(order_id) text_pattern_ops);
CREATE INDEX payment_requests_by_customer_id
  ON payment_requests (merchant_id, test, lower(customer->>'id') text_pattern_ops) WHERE customer->>'id' IS NOT NULL;
CREATE INDEX payment_requests_by_customer_name
  ON payment_requests (merchant_id, test, lower(customer->>'name') text_pattern_ops) WHERE customer->>'name' IS NOT NULL;
CREATE INDEX payment_requests_by_customer_email
  ON payment_requests (merchant_id, test, lower(customer->>'email') text_pattern_ops) WHERE customer->>'email' IS NOT NULL;
-- Lists show the end of an id.
CREATE INDEX payment_requests_by_id_end ON payment_requests (merchant_id, test, (right(id::text, 8)));

-- What a payment's own page asks.
CREATE INDEX payment_anomalies_of_request ON payment_anomalies (payment_request_id);
