import { FREE_AND_DUE } from "../../jobs/leased-rows";
import { Prisma } from "../../lib/db";
import { SLOW_AFTER } from "../requests/rules";

/** At least this many of a bank's slots are left to attempts whose customer may wait, and the first ones are theirs. */
const KEPT_FOR_WAITING = 1;
const FIRST_FOR_WAITING = 2;
/** Tests over all banks and workers: half of what one worker fetches at once, so that tests never fill it. */
const MAX_TESTS = 24;
/**
 * A slow attempt is paid, or its status was fetched SLOW_AFTER times without a change or a later notification of its bank.
 * The index of due attempts has the same expression.
 */
const IS_SLOW = Prisma.sql`(paid_at IS NOT NULL OR polls >= ${Prisma.raw(String(SLOW_AFTER))} AND (hinted_at IS NULL OR hinted_at < due_at))`;
/** A queue of attempts. The index of due attempts begins with these columns and ends with the due time. */
const QUEUE = Prisma.sql`bank_id, test, ${IS_SLOW}, merchant_id`;
const OF_QUEUE = Prisma.sql`bank_id = q.bank_id AND test = q.test AND ${IS_SLOW} = q.slow AND merchant_id = q.merchant_id`;
const CLAIMABLE = Prisma.sql`closed_at IS NULL AND ${FREE_AND_DUE}`;

/**
 * SQL of the ids of attempts to claim, locked; `limit` at most. Live and test ones have `perBank` slots each at a bank,
 * leased ones included, and live ones come first. At a bank merchants take turns, and attempts whose customer may wait come
 * before slow ones, which keep one slot under a constant load of the former (ADR 48). Every bank gets its first
 * before any gets its second, so one that is down does not delay the others.
 *
 * The recursion steps from queue to queue through the partial index, so a long queue costs the others nothing. The ranks
 * count leased attempts too: of a queue, of the bank's slow or other ones, of the bank in a mode, of the mode.
 */
export function claimOrderSql({ limit, perBank }: { limit: number; perBank: number }): Prisma.Sql {
  return Prisma.sql`
    WITH RECURSIVE queues (bank_id, test, slow, merchant_id) AS (
      (SELECT ${QUEUE} FROM payment_attempts WHERE closed_at IS NULL ORDER BY ${QUEUE} LIMIT 1)
      UNION ALL
      SELECT next.* FROM queues q CROSS JOIN LATERAL (
        SELECT ${QUEUE} FROM payment_attempts
        WHERE closed_at IS NULL AND (${QUEUE}) > (q.bank_id, q.test, q.slow, q.merchant_id)
        ORDER BY ${QUEUE} LIMIT 1) next
    ), in_hand (bank_id, test, slow, merchant_id, calls) AS (
      SELECT ${QUEUE}, count(*) FROM payment_attempts
      WHERE closed_at IS NULL AND lease_until IS NOT NULL AND lease_until > app_now() GROUP BY 1, 2, 3, 4
    ), counted AS (
      SELECT q.*, COALESCE(calls, 0) AS calls, COALESCE(sum(calls) OVER (PARTITION BY bank_id, test, slow), 0) AS class_calls,
        COALESCE(sum(calls) OVER (PARTITION BY bank_id, test), 0) AS bank_calls,
        COALESCE(sum(calls) OVER (PARTITION BY test), 0) AS mode_calls
      FROM queues q LEFT JOIN in_hand USING (bank_id, test, slow, merchant_id)
    ), found AS (
      SELECT q.*, due.*, calls + row_number() OVER (PARTITION BY bank_id, test, slow, merchant_id ORDER BY due_at, id)
        AS merchant_rank
      FROM counted q CROSS JOIN LATERAL (
        SELECT id, due_at FROM payment_attempts WHERE ${OF_QUEUE} AND ${CLAIMABLE}
        ORDER BY due_at LIMIT ${perBank}::int) due
      WHERE bank_calls < ${perBank}::int
    ), class_ranked AS (
      SELECT *, class_calls + row_number() OVER (PARTITION BY bank_id, test, slow ORDER BY merchant_rank, due_at, id) AS class_rank
      FROM found
    ), bank_ranked AS (
      SELECT *, bank_calls + row_number() OVER (PARTITION BY bank_id, test
        ORDER BY class_rank + CASE WHEN slow THEN ${FIRST_FOR_WAITING}::int ELSE 0 END, slow) AS bank_rank
      FROM class_ranked WHERE NOT slow OR class_rank <= ${perBank - KEPT_FOR_WAITING}::int
    )
    SELECT locked.id FROM (
      SELECT id, test, mode_calls + row_number() OVER (PARTITION BY test ORDER BY bank_rank, due_at, id) AS mode_rank
      FROM bank_ranked WHERE bank_rank <= ${perBank}::int ORDER BY test, mode_rank
    ) next CROSS JOIN LATERAL (
      SELECT id FROM payment_attempts a WHERE a.id = next.id AND ${CLAIMABLE} FOR UPDATE SKIP LOCKED
    ) locked
    WHERE NOT next.test OR mode_rank <= ${MAX_TESTS}::int LIMIT ${limit}`;
}
