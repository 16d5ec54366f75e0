-- The log of calls, as merchants read it: by mode, newest first, and by what a call was or how it ended.
-- DropIndex
DROP INDEX "api_calls_merchant_id_at_id_idx";
-- DropIndex
DROP INDEX "api_calls_at_idx";

-- CreateIndex
CREATE INDEX "api_calls_merchant_id_request_id_idx" ON "api_calls"("merchant_id", "request_id");

-- What Prisma's schema language cannot say.
-- The shelf of a call: 1 a test, 0 live, 2 neither. An equality where IS NULL would be none, so that a shelf is in order.
CREATE INDEX api_calls_log ON api_calls (merchant_id, (COALESCE(test::int, 2)), at, id);
CREATE INDEX api_calls_by_endpoint ON api_calls (merchant_id, (COALESCE(test::int, 2)), endpoint, at, id);
CREATE INDEX api_calls_by_actor ON api_calls (merchant_id, (COALESCE(test::int, 2)), actor_id, at, id);
-- Most calls succeed and bring no key, and are not in these.
CREATE INDEX api_calls_refused ON api_calls (merchant_id, (COALESCE(test::int, 2)), at, id) WHERE status >= 400;
CREATE INDEX api_calls_failed ON api_calls (merchant_id, (COALESCE(test::int, 2)), at, id) WHERE status >= 500;
CREATE INDEX api_calls_by_error ON api_calls (merchant_id, (COALESCE(test::int, 2)), error_code, at, id)
  WHERE error_code IS NOT NULL;
CREATE INDEX api_calls_by_key ON api_calls (merchant_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- For erasing by age alone. In UTC, so that no list is ever read along it: it would walk past every other merchant's calls.
CREATE INDEX api_calls_age ON api_calls ((at AT TIME ZONE 'UTC'));
