import { type Database, vacuum } from "./vacuum";

/** The banks of the payments that `fillPayments` writes. */
export const BANKS_OF_ROWS = Array.from(
  { length: 40 },
  (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
);

/**
 * Writes payment requests as after months of business: six in ten are the first merchant's; test and live ones, of
 * every status, flow and three currencies, of which one is rare; amounts and times with ties; one in a thousand late,
 * one in a thousand returned. Some have expired without the worker's event; the others expire later than it takes to
 * write a million rows. One attempt each where a bank was chosen.
 */
export async function fillPayments(client: Database, merchantIds: readonly string[], count: number): Promise<void> {
  await client.query(
    `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
       order_id, locale, test, customer, status, late, reversed_amount, expires_at, initiated_at, completed_at, bank_id,
       bank_name, created_at, updated_at)
     SELECT id, ($1::uuid[])[CASE WHEN n % 10 < 6 THEN 1 ELSE 1 + n % cardinality($1::uuid[]) END],
       (ARRAY['embedded', 'embedded', 'redirect'])[1 + n % 3], sha256(id::text::bytea), '', 100 + n * 7919::bigint % 50000,
       CASE WHEN n % 5000 = 6 THEN 'PLN' WHEN n % 4 = 0 THEN 'GBP' ELSE 'EUR' END,
       CASE WHEN n % 2 = 0 THEN upper(substr(md5(n::text), 1, 4) || '-' || substr(md5(n::text), 5, 4)) ELSE 'Order ' || n END,
       'ORD-' || lpad(n::text, 8, '0'), 'en', n % 7 = 0,
       CASE WHEN n % 2 = 0 THEN jsonb_build_object('id', 'C-' || n % 5000, 'name', 'Shopper ' || n % 5000,
         'email', 's' || n % 5000 || '@example.com') END,
       CASE WHEN n % 100 < 5 THEN 'pending' WHEN n % 100 < 80 THEN 'completed' WHEN n % 100 < 86 THEN 'failed'
         WHEN n % 100 < 93 THEN 'cancelled' ELSE 'expired' END,
       n % 1000 = 50, CASE WHEN n % 1000 = 60 THEN 100 END,
       CASE WHEN n % 2000 = 1 THEN app_now() - interval '1 minute' ELSE app_now() + interval '1 day' END,
       CASE WHEN n % 100 BETWEEN 3 AND 85 THEN made END, CASE WHEN n % 100 BETWEEN 5 AND 79 THEN made END,
       CASE WHEN n % 100 BETWEEN 3 AND 85 THEN ($3::uuid[])[1 + (n / 100) % cardinality($3::uuid[])] END,
       CASE WHEN n % 100 BETWEEN 3 AND 85 THEN 'Bank ' || (n / 100) % cardinality($3::uuid[]) END, made, made
     FROM (
       SELECT n, gen_random_uuid() AS id, app_now() - interval '90 days' + n / 2 * (interval '180 days' / $2::int) AS made
       FROM generate_series(1, $2::int) AS n) AS rows`,
    [merchantIds, count, BANKS_OF_ROWS],
  );
  await client.query(
    `INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
       redirect_state_hash, redirect_state, psu_context, bank_payment_id, due_at, final_at, closed_at, created_at)
     SELECT id, id, bank_id, 'SEPA_CREDIT_TRANSFER', 'SETTLED', 'BKS' || replace(id::text, '-', ''), id, sha256(id::text::bytea), '',
       '{"ip":null,"userAgent":null,"locale":"en"}', 'bp-' || order_id, created_at, created_at, created_at, created_at
     FROM payment_requests WHERE bank_id IS NOT NULL AND merchant_id = ANY ($1::uuid[])`,
    [merchantIds],
  );
  await vacuum(client, ["payment_requests", "payment_attempts", "payment_search_terms"]);
}
