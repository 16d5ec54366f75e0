import { type Db, Prisma } from "../lib/db";
import { firstIdAt } from "../lib/ids";

/** The last hour is read in spans of five minutes: in shorter ones a small installation has few payments. */
const SPAN_S = 300;
const SPANS = 12;
/** How much the clocks of two machines may differ: ids have the time of the machine that made them. */
const CLOCKS_MS = 60_000;

/** `started`: payment attempts. `ended` and `paid`: those of them that ended or were paid since. */
type PaymentSpan = { started: number; ended: number; paid: number };
/** `p95Ms`: from the beginning to the end of a call to a bank that starts a payment; null: none has ended. */
type BankSpan = { calls: number; p95Ms: number | null };
/** First calls to receivers. `p95Ms`: from the event to that call; null: there was none. */
type WebhookSpan = { calls: number; delivered: number; p95Ms: number | null };
/** API requests with merchants' own keys. `refused`: answered 429. */
type ApiSpan = { requests: number; refused: number };

type OfHour<Span> = { hour: Span; spans: Span[] };

export type LastHour = {
  from: Date;
  to: Date;
  payments: OfHour<PaymentSpan>;
  banks: OfHour<BankSpan> & { slowest: { bankName: string; p95Ms: number } | null };
  webhooks: OfHour<WebhookSpan>;
  api: OfHour<ApiSpan>;
};

/** Figures of that hour, live and test, of all merchants. Reads the rows of the hour and no others. */
export async function findLastHour(db: Db, to: Date): Promise<LastHour> {
  const from = new Date(to.getTime() - SPANS * SPAN_S * 1_000);
  const read = async <Span extends object>(sql: Prisma.Sql, none: Span): Promise<OfHour<Span>> => {
    const rows = await db.$queryRaw<(Span & { nth: number | null })[]>(sql);
    const at = (nth: number | null): Span => {
      const { nth: _, ...span } = rows.find((row) => row.nth === nth) ?? { nth, ...none };
      return span as unknown as Span;
    };
    return { hour: at(null), spans: Array.from({ length: SPANS }, (_, nth) => at(nth)) };
  };
  const [payments, banks, [slowest = null], webhooks, api] = await Promise.all([
    read(paymentsSql(from, to), { started: 0, ended: 0, paid: 0 }),
    read<BankSpan>(bankCallsSql(from, to), { calls: 0, p95Ms: null }),
    db.$queryRaw<{ bankName: string; p95Ms: number }[]>(slowestBankSql(from, to)),
    read<WebhookSpan>(webhooksSql(from, to), { calls: 0, delivered: 0, p95Ms: null }),
    read(apiSql(from, to), { requests: 0, refused: 0 }),
  ]);
  return { from, to, payments, banks: { ...banks, slowest }, webhooks, api };
}

/** Rows whose id and time are within: the primary key is ordered by time (UUIDv7), so it needs no index by time. */
function within(id: Prisma.Sql, at: Prisma.Sql, from: Date, to: Date): Prisma.Sql {
  const first = firstIdAt(new Date(from.getTime() - CLOCKS_MS));
  return Prisma.sql`${id} >= ${first}::uuid AND ${at} >= ${from}::timestamptz AND ${at} < ${to}::timestamptz`;
}

/** One row for each span, and one without a number for the hour. */
const bySpan = (at: Prisma.Sql, from: Date) =>
  Prisma.sql`floor(extract(epoch FROM ${at} - ${from}::timestamptz) / ${SPAN_S})::int`;
const P95 = Prisma.sql`percentile_disc(0.95) WITHIN GROUP (ORDER BY ms)::int AS "p95Ms"`;
const EACH_AND_ALL = Prisma.sql`GROUP BY GROUPING SETS ((nth), ())`;

function paymentsSql(from: Date, to: Date): Prisma.Sql {
  const at = Prisma.sql`created_at`;
  return Prisma.sql`
    SELECT nth, count(*)::int AS started, count(final_at)::int AS ended, count(paid_at)::int AS paid
    FROM (SELECT ${bySpan(at, from)} AS nth, final_at, paid_at FROM payment_attempts
      WHERE ${within(Prisma.sql`id`, at, from, to)}) AS started ${EACH_AND_ALL}`;
}

const startsOf = (from: Date, to: Date) => {
  const at = Prisma.sql`c.started_at`;
  return Prisma.sql`
    SELECT ${bySpan(at, from)} AS nth, c.attempt_id, extract(epoch FROM c.ended_at - c.started_at) * 1000 AS ms
    FROM bank_calls c WHERE ${within(Prisma.sql`c.id`, at, from, to)} AND c.operation = 'initiate'
      AND c.ended_at IS NOT NULL`;
};

export function bankCallsSql(from: Date, to: Date): Prisma.Sql {
  return Prisma.sql`SELECT nth, count(*)::int AS calls, ${P95} FROM (${startsOf(from, to)}) AS calls ${EACH_AND_ALL}`;
}

function slowestBankSql(from: Date, to: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT max(r.bank_name) AS "bankName", ${P95} FROM (${startsOf(from, to)}) AS calls
    JOIN payment_attempts a ON a.id = calls.attempt_id JOIN payment_requests r ON r.id = a.payment_request_id
    GROUP BY a.bank_id ORDER BY "p95Ms" DESC LIMIT 1`;
}

function webhooksSql(from: Date, to: Date): Prisma.Sql {
  const at = Prisma.sql`t.at`;
  return Prisma.sql`
    SELECT nth, count(*)::int AS calls, (count(*) FILTER (WHERE status BETWEEN 200 AND 299))::int AS delivered, ${P95}
    FROM (SELECT ${bySpan(at, from)} AS nth, t.status, extract(epoch FROM t.at - d.created_at) * 1000 AS ms
      FROM webhook_delivery_attempts t JOIN webhook_deliveries d ON d.id = t.delivery_id
      WHERE ${within(Prisma.sql`t.id`, at, from, to)} AND t.number = 1) AS calls ${EACH_AND_ALL}`;
}

function apiSql(from: Date, to: Date): Prisma.Sql {
  const at = Prisma.sql`minute`;
  return Prisma.sql`
    SELECT nth, COALESCE(sum(requests), 0)::int AS requests, COALESCE(sum(refused), 0)::int AS refused
    FROM (SELECT ${bySpan(at, from)} AS nth, requests, refused FROM merchant_usage
      WHERE minute >= ${from}::timestamptz AND minute < ${to}::timestamptz) AS minutes ${EACH_AND_ALL}`;
}
