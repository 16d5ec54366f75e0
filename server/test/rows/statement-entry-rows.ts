import type pg from "pg";
import { vacuum } from "./vacuum";

/**
 * Writes unmatched statement entries as after months of business: for each account, incoming and outgoing, in three
 * currencies, of which one is rare; amounts and times with ties.
 */
export async function fillStatementEntries(
  client: pg.ClientBase,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  await client.query(
    `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state, problem)
     SELECT gen_random_uuid(), ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'row ' || n,
       CASE WHEN n % 3 = 0 THEN 'debit' ELSE 'credit' END, 100 + n * 7919::bigint % 500,
       CASE WHEN n % 1000 = 6 THEN 'PLN' WHEN n % 4 = 0 THEN 'GBP' ELSE 'EUR' END,
       app_now() - n / 2 * (interval '90 days' / $2::int),
       CASE WHEN n % 50 = 0 THEN 'unmatched' WHEN n % 50 = 1 THEN 'differs' WHEN n % 50 = 2 THEN 'dismissed' ELSE 'other' END,
       CASE WHEN n % 50 < 2 THEN 'no_payment' END
     FROM generate_series(1, $2::int) AS n`,
    [accountIds, count],
  );
  await vacuum(client, ["statement_entries"]);
}
