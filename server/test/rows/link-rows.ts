import type pg from "pg";
import { vacuum } from "./vacuum";

/**
 * Writes payment links as after weeks of business: most of them the first merchant's; test and live ones, of every
 * status and three currencies, of which one is rare; amounts and times with ties. One link in a hundred has expired and
 * the worker has not yet processed it. The ids are the same in every run, because a search for a few digits would
 * otherwise find a different number of links. The most expensive indexes are rebuilt afterwards, which is ten times as
 * fast.
 */
export async function fillLinks(client: pg.ClientBase, merchantIds: readonly string[], count: number): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE indexname IN ('payment_links_search', 'payment_links_of_currency', 'payment_links_of_amount')`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query(
    `INSERT INTO payment_links (id, merchant_id, token_hash, token_sealed, amount, currency, payment_reference, order_id,
       locale, test, expires_at, created_at, updated_at, used_at, cancelled_at, expired_event_at)
     SELECT id, ($1::uuid[])[CASE WHEN n % 10 < 6 THEN 1 ELSE 1 + n % cardinality($1::uuid[]) END], sha256(id::text::bytea),
       '', 100 + n * 7919::bigint % 500,
       CASE WHEN n % 1000 = 6 THEN 'PLN' WHEN n % 4 = 0 THEN 'GBP' ELSE 'EUR' END,
       CASE WHEN n % 2 = 0 THEN upper(substr(md5(n::text), 1, 4) || '-' || substr(md5(n::text), 5, 4)) ELSE 'Order ' || n END,
       CASE WHEN n % 3 = 0 THEN id::text ELSE 'ORD-' || lpad(n::text, 8, '0') END,
       'en', n % 7 = 0, made + interval '7 days', made, made + n % 5 * interval '1 hour',
       CASE WHEN n % 5 = 0 THEN made END, CASE WHEN n % 11 = 0 THEN made END,
       CASE WHEN made + interval '7 days' <= app_now() AND n % 97 <> 1 THEN made + interval '7 days' END
     FROM (
       SELECT n, overlay(overlay(md5('link ' || n) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid AS id,
         app_now() - interval '20 days' + n / 2 * (interval '40 days' / $2::int) AS made
       FROM generate_series(1, $2::int) AS n) AS links`,
    [merchantIds, count],
  );
  for (const { definition } of rows) await client.query(definition);
  await vacuum(client, ["payment_links", "payment_link_counts"]);
}
