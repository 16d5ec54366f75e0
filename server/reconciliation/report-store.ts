import { type Db, Prisma, type Tx } from "../lib/db";
import { countAll, type Finding } from "./findings";

/** Limits findings to a merchant's test or live payments. */
export type OfMerchant = { merchantId: string; test: boolean };

/** Condition for rows of a merchant and mode, by the table's alias; `test` is the column of the mode. */
function ofMerchant(of: OfMerchant | undefined, alias: "r" | "a", test: "test" | "simulated" = "test"): Prisma.Sql {
  if (!of) return Prisma.sql`TRUE`;
  const [table, column] = [Prisma.raw(alias), Prisma.raw(test)];
  return Prisma.sql`${table}.merchant_id = ${of.merchantId}::uuid AND ${table}.${column} = ${of.test}`;
}

/** The time since which attempt `a` has been in its state. */
const SINCE = Prisma.sql`(SELECT max(m.at) FROM attempt_transitions m WHERE m.attempt_id = a.id)`;

/** The fields of a finding about the payment request `r`. */
const OF_PAYMENT = Prisma.sql`r.id::text AS "subjectId", r.merchant_id::text AS "merchantId", r.test, r.amount::text AS amount,
  r.currency`;

const FIELDS = Prisma.sql`kind, "subjectId", "merchantId", test, amount, currency, detail`;

/** The findings of a query below, greatest `precedence` first. */
export function findFirst(db: Db, found: Prisma.Sql, limit: number): Promise<Finding[]> {
  return db.$queryRaw<Finding[]>`SELECT ${FIELDS} FROM (${found}) AS found ORDER BY precedence DESC LIMIT ${limit}`;
}

/**
 * The same for the report of all merchants: live before test, and then the first of each merchant and kind before any second.
 * So neither test payments nor one merchant's findings cut off another's. Beyond `limit` only such first ones. With the
 * number that was found of each kind, and of it for each merchant.
 */
export function findInTurn(db: Db, found: Prisma.Sql, limit: number): Promise<Finding[]> {
  return db.$queryRaw<Finding[]>`
    SELECT ${FIELDS}, "kindTotal", "merchantTotal" FROM (
      SELECT ranked.*, row_number() OVER (ORDER BY test, turn, precedence DESC) AS position FROM (
        SELECT found.*, count(*) OVER (PARTITION BY kind)::int AS "kindTotal",
          count(*) OVER (PARTITION BY test, "merchantId", kind)::int AS "merchantTotal",
          row_number() OVER (PARTITION BY test, "merchantId", kind ORDER BY precedence DESC) AS turn
        FROM (${found}) AS found) AS ranked) AS positioned
    WHERE position <= ${limit} OR turn = 1 ORDER BY position`;
}

/** Debited; at a bank that reports no later status, also accepted (`finality` ACSP). */
const DEBITED = Prisma.sql`(a.state IN ('ACCEPTED', 'EXECUTED') AND (a.state = 'EXECUTED' OR a.paid_at IS NOT NULL))`;
const PAID = Prisma.sql`(${DEBITED} OR a.state = 'SETTLED')`;
/** For these days a payment without its credit is a finding; from the day before their end, an exception. */
const RECENT = Prisma.sql`a.created_at > app_now() - interval '30 days'`;
/**
 * Debited ones up to the age that a statement is read again for, because an account may be unreadable for weeks; settled
 * ones, which are most payments, for three daily reports.
 */
const OLDER = Prisma.sql`(a.created_at BETWEEN app_now() - interval '90 days' AND app_now() - interval '29 days'
  AND (${DEBITED} OR a.created_at > app_now() - interval '32 days'))`;

/** An entry `e` that is the credit of its attempt; also one of another amount or currency, which has its own exception. */
const IS_CREDIT = Prisma.sql`(e.direction = 'credit'
  AND (e.state = 'matched' OR e.problem IN ('amount_differs', 'currency_differs')))`;

/**
 * The attempts `a` of `which` that their bank has reported as paid since before `until`, without a credit although the
 * statement was fetched a day later. Accounts that cannot be fetched are those of `unreadAccountsSql`. The end of polling
 * is a transition too, which leaves the state as it was.
 */
function uncredited(until: Date, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    FROM managed_accounts m JOIN statement_fetches s ON s.id = m.id JOIN payment_attempts a ON a.receiving_account_id = m.id
      JOIN payment_requests r ON r.id = a.payment_request_id
      CROSS JOIN LATERAL (SELECT COALESCE(a.paid_at, max(t.at)) AS at FROM attempt_transitions t
        WHERE t.attempt_id = a.id AND t.from_state IS DISTINCT FROM t.to_state) AS since
    WHERE ${which} AND a.created_at > s.created_at - interval '3 days'
      AND since.at <= ${until} AND s.read_at >= since.at + interval '1 day'
      AND COALESCE(r.reversed_amount, 0) < r.amount
      AND NOT EXISTS (SELECT 1 FROM statement_entries e WHERE e.attempt_id = a.id AND ${IS_CREDIT})`;
}

function withoutCreditSql(until: Date, which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT CASE WHEN ${DEBITED} THEN 'debited_without_credit' ELSE 'settled_without_credit' END AS kind,
      ${OF_PAYMENT}, r.payment_reference AS detail, extract(epoch FROM since.at) AS precedence ${uncredited(until, which)}`;
}

/** SQL of the payments of the last 30 days without their credit, newest first. */
export function paidWithoutCreditSql(until: Date): Prisma.Sql {
  return withoutCreditSql(until, Prisma.sql`${PAID} AND ${RECENT}`);
}

/** The same for one merchant and debited payments only: few rows, by an index of their own. */
export function debitedWithoutCreditSql(until: Date, of: OfMerchant): Prisma.Sql {
  const own = Prisma.sql`m.merchant_id = ${of.merchantId}::uuid AND ${ofMerchant(of, "r")}`;
  return withoutCreditSql(until, Prisma.sql`${own} AND ${DEBITED} AND ${RECENT}`);
}

/**
 * SQL of up to `limit` attempts without their credit that are about to be too old for a finding, live before test, oldest
 * first. Without those that have the exception, or a credit that differs, which a person reviews already.
 */
export function notCreditedSql(until: Date, limit: number): Prisma.Sql {
  const isNew = Prisma.sql`NOT EXISTS (SELECT 1 FROM payment_exceptions n
      WHERE n.attempt_id = a.id AND n.kind IN ('not_credited', 'amount_differs'))
    AND NOT EXISTS (SELECT 1 FROM statement_entries d
      WHERE d.attempt_id = a.id AND d.state = 'differs' AND d.direction = 'credit')`;
  return Prisma.sql`
    SELECT a.id::text AS id, r.id::text AS "paymentRequestId"
    ${uncredited(until, Prisma.sql`${PAID} AND ${OLDER} AND ${isNew}`)} ORDER BY r.test, a.created_at, a.id LIMIT ${limit}`;
}

export function findNotCredited(
  db: Db,
  until: Date,
  limit: number,
): Promise<Array<{ id: string; paymentRequestId: string }>> {
  return db.$queryRaw(notCreditedSql(until, limit));
}

/**
 * A merchant's findings of the newest report that are too slow to query for a page: settled payments whose credit has not
 * come since, and rejected payments that a credit settled. `isCut`: it lists fewer than were found.
 */
export async function findReported(
  db: Db,
  of: OfMerchant,
  limit: number,
): Promise<{ findings: Finding[]; madeAt: Date | null; isCut: boolean }> {
  const report = await findReport(db, null);
  if (!report) return { findings: [], madeAt: null, isCut: false };
  const slow = report.findings.filter(
    ({ kind, merchantId, test }) =>
      (kind === "settled_without_credit" || kind === "bank_contradicts_credit") &&
      merchantId === of.merchantId &&
      test === of.test,
  );
  const settled = slow.filter(({ kind }) => kind === "settled_without_credit").map(({ subjectId }) => subjectId);
  const arrived = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT a.payment_request_id::text AS id FROM payment_attempts a
      JOIN statement_entries e ON e.attempt_id = a.id AND ${IS_CREDIT}
    WHERE a.payment_request_id = ANY (${settled}::uuid[])`;
  const since = new Set(arrived.map(({ id }) => id));
  const holds = ({ kind, subjectId }: Finding) => kind !== "settled_without_credit" || !since.has(subjectId);
  return {
    // Without the totals, which are of all merchants or not needed here.
    findings: slow
      .filter(holds)
      .slice(0, limit)
      .map(({ kindTotal: _kind, merchantTotal: _merchant, ...finding }) => finding),
    madeAt: report.madeAt,
    isCut: slow.some(({ kind, merchantTotal = 0 }) => merchantTotal > slow.filter((one) => one.kind === kind).length),
  };
}

/** SQL of payments whose outcome has been unknown since before `until`, newest first. */
export function unknownOutcomesSql(until: Date, of?: OfMerchant): Prisma.Sql {
  return Prisma.sql`
    SELECT 'unknown_outcome' AS kind, ${OF_PAYMENT}, a.state AS detail, extract(epoch FROM a.created_at) AS precedence
    FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id
    WHERE a.closed_at IS NULL AND a.state IN ('INITIATING', 'INIT_UNKNOWN', 'SUBMITTING', 'SUBMIT_UNKNOWN')
      AND ${SINCE} <= ${until} AND ${ofMerchant(of, "r")}`;
}

/** SQL of the transactions that wait for a person, newest first. */
export function unmatchedEntriesSql(): Prisma.Sql {
  return Prisma.sql`
    SELECT CASE WHEN e.state = 'differs' THEN 'entry_differs' ELSE 'entry_without_payment' END AS kind,
      e.id::text AS "subjectId", a.merchant_id::text AS "merchantId", a.simulated AS test, e.amount::text AS amount, e.currency,
      COALESCE(e.problem, e.state) AS detail, extract(epoch FROM e.seen_at) AS precedence
    FROM statement_entries e JOIN managed_accounts a ON a.id = e.account_id
    WHERE e.state IN ('unmatched', 'differs')`;
}

/** SQL of payments that a credit has settled although the bank's last status was a rejection, newest first. */
export function contradictionsSql(): Prisma.Sql {
  return Prisma.sql`
    SELECT 'bank_contradicts_credit' AS kind, ${OF_PAYMENT}, a.raw_status AS detail, extract(epoch FROM e.seen_at) AS precedence
    FROM statement_entries e JOIN payment_attempts a ON a.id = e.attempt_id
      JOIN payment_requests r ON r.id = a.payment_request_id
    WHERE e.state = 'matched' AND e.direction = 'credit' AND a.raw_status IN ('RJCT', 'CANC')
      AND e.seen_at > app_now() - interval '7 days' AND r.reversed_amount IS NULL`;
}

/** SQL of the unresolved exceptions of payments, newest first. */
export function exceptionsSql(of?: OfMerchant): Prisma.Sql {
  return Prisma.sql`
    SELECT 'exception_' || n.kind AS kind, ${OF_PAYMENT}, n.detail, extract(epoch FROM n.at) AS precedence
    FROM payment_exceptions n JOIN payment_requests r ON r.id = n.payment_request_id
    WHERE n.resolved_at IS NULL AND ${ofMerchant(of, "r")}`;
}

/**
 * SQL of accounts whose statement has not been fetched since before `until`: open ones, and closed ones with payments of
 * the last two weeks. Each with the reason and the number of payments that wait for their credit, most first.
 */
export function unreadAccountsSql(until: Date, of?: OfMerchant): Prisma.Sql {
  return Prisma.sql`
    SELECT 'account_not_read' AS kind, s.id::text AS "subjectId", a.merchant_id::text AS "merchantId",
      a.simulated AS test, NULL AS amount, a.currency,
      COALESCE(s.problem, 'not asked') || ', payments waiting: ' || waiting.count AS detail, waiting.count AS precedence
    FROM statement_fetches s JOIN managed_accounts a ON a.id = s.id CROSS JOIN LATERAL (
      SELECT count(*) FROM payment_attempts t WHERE t.receiving_account_id = s.id
        AND t.state IN ('ACCEPTED', 'EXECUTED', 'SUBMITTING', 'SUBMIT_UNKNOWN', 'DISPUTED')
        AND t.created_at > app_now() - interval '14 days') AS waiting
    WHERE COALESCE(s.read_at, s.created_at) <= ${until} AND (a.closed_at IS NULL OR waiting.count > 0)
      AND ${ofMerchant(of, "a", "simulated")}`;
}

/** Inserts the day's report; false when it exists. Other inserts wait until the transaction ends. */
export async function insertReport(tx: Tx, findings: readonly Finding[]): Promise<boolean> {
  const count = await tx.$executeRaw`
    INSERT INTO reconciliation_reports (day, findings, total)
    VALUES ((app_now() AT TIME ZONE 'UTC')::date, ${JSON.stringify(findings)}::jsonb, ${countAll(findings)})
    ON CONFLICT (day) DO NOTHING`;
  return count === 1;
}

export async function isReportMade(db: Db): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM reconciliation_reports WHERE day = (app_now() AT TIME ZONE 'UTC')::date`;
  return rows.length > 0;
}

export type Report = { day: string; findings: Finding[]; total: number; madeAt: Date };

/** The report of a day (`YYYY-MM-DD`, UTC), or the newest. */
export async function findReport(db: Db, day: string | null): Promise<Report | null> {
  const where = day === null ? Prisma.sql`TRUE` : Prisma.sql`day = ${day}::date`;
  const [row] = await db.$queryRaw<Report[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, findings, total, made_at AS "madeAt"
    FROM reconciliation_reports WHERE ${where} ORDER BY reconciliation_reports.day DESC LIMIT 1`;
  return row ?? null;
}

/** The database's time, the reference for days and banking days. */
export async function readNow(db: Db): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT app_now() AS now`;
  if (!row) throw new Error("The database returned no time.");
  return row.now;
}
