import type pg from "pg";

/**
 * Writes the related rows of months of payments, in proportion to the existing payments: an event and a delivery for
 * each that reached a bank, an API call for each, a booked transaction for most of the paid ones and some unmatched
 * transactions, an audit log entry for every twentieth. VACUUMs the tables that it filled.
 */
export async function fillBusiness(client: pg.Client, merchantId: string): Promise<void> {
  await client.query(`
    INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body, created_at)
    SELECT gen_random_uuid(), merchant_id, CASE status WHEN 'completed' THEN 'payment_request.succeeded'
        WHEN 'pending' THEN 'payment_request.pending' ELSE 'payment_request.' || status END, id, 1, test, '{}', created_at
    FROM payment_requests WHERE initiated_at IS NOT NULL`);
  await client.query(`
    INSERT INTO webhook_deliveries (id, event_id, merchant_id, status, reason, due_at, created_at, done_at)
    SELECT gen_random_uuid(), id, merchant_id, CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'delivered' END,
      CASE WHEN n % 50 = 0 THEN 'The endpoint answered 500.' END, created_at, created_at, created_at
    FROM (SELECT *, row_number() OVER () AS n FROM webhook_events) AS events`);
  await client.query(`
    INSERT INTO webhook_delivery_attempts (id, delivery_id, number, at, url, request_headers, status, duration_ms)
    SELECT gen_random_uuid(), id, 1, created_at, 'https://hooks.example.com/', '{}',
      CASE status WHEN 'failed' THEN 500 ELSE 200 END, 40 FROM webhook_deliveries`);
  await client.query(`
    INSERT INTO api_calls (id, at, request_id, endpoint, method, path, caller_kind, actor_kind, actor_id, merchant_id,
      payment_request_id, test, status, error_code, duration_ms, replayed)
    SELECT gen_random_uuid(), created_at, 'request-' || n, 'createEmbeddedPaymentRequest', 'POST',
      '/api/v1/embedded/payment-requests', 'merchant', 'credential', 'bench', merchant_id, id, test,
      CASE WHEN n % 100 = 0 THEN 400 ELSE 200 END, CASE WHEN n % 100 = 0 THEN 'VALIDATION_ERROR' END, 12, false
    FROM (SELECT *, row_number() OVER () AS n FROM payment_requests) AS requests`);
  await client.query(
    `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
     VALUES (gen_random_uuid(), $1, 'EUR', '{receiving}', false, 'ptsb', 'PT50000201231234567890154', 'Bench')`,
    [merchantId],
  );
  await client.query(
    `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, end_to_end_id, booked_at, state,
       matched_by, attempt_id)
     SELECT gen_random_uuid(), a.id, r.id::text, 'credit', r.amount, 'EUR', 'BKS' || replace(r.id::text, '-', ''), r.created_at,
       CASE WHEN r.amount % 97 = 0 THEN 'unmatched' ELSE 'matched' END,
       CASE WHEN r.amount % 97 <> 0 THEN 'end_to_end_id' END, CASE WHEN r.amount % 97 <> 0 THEN r.id END
     FROM payment_requests r JOIN managed_accounts a USING (merchant_id)
     WHERE r.status = 'completed' AND NOT r.test AND r.currency = 'EUR' AND a.merchant_id = $1 AND NOT a.simulated`,
    [merchantId],
  );
  await client.query(`
    INSERT INTO audit_entries (id, at, actor_kind, actor_id, merchant_id, action, subject_id, chain_id)
    SELECT gen_random_uuid(), created_at, 'user', 'bench', merchant_id, 'payment.cancelled', id::text, merchant_id
    FROM payment_requests WHERE amount % 20 = 0`);
  await client.query("VACUUM ANALYZE");
}
