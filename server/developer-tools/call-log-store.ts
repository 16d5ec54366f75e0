import { allOf, type Db, firstRow, Prisma } from "../lib/db";
import { isUuid } from "../lib/ids";
import { afterCursor, keysetOrder, type PageQuery } from "../lib/keyset";
import type { CallFilterInput, CallOutcome } from "./call-filter";

/** An API call in the log; `request` and `answer` as text, redacted and possibly truncated. */
export type CallRow = {
  id: string;
  at: Date;
  requestId: string;
  endpoint: string | null;
  method: string;
  path: string;
  actorKind: string | null;
  actorId: string | null;
  partnerId: string | null;
  paymentRequestId: string | null;
  paymentLinkId: string | null;
  test: boolean | null;
  status: number;
  errorCode: string | null;
  durationMs: number;
  ip: string | null;
  userAgent: string | null;
  idempotencyKey: string | null;
  replayed: boolean;
  request: string | null;
  answer: string | null;
};

/** A filter for a merchant's calls. `testOnly`: only test calls, and those that were neither test nor live. */
export type CallFilter = CallFilterInput & { merchantId: string };

const COLUMNS = Prisma.sql`id, at, request_id AS "requestId", endpoint, method, path, actor_kind AS "actorKind",
  actor_id AS "actorId", partner_id AS "partnerId", payment_request_id AS "paymentRequestId",
  payment_link_id AS "paymentLinkId", test, status, error_code AS "errorCode", duration_ms AS "durationMs", ip,
  user_agent AS "userAgent", idempotency_key AS "idempotencyKey", replayed, request, answer`;

const KEY = { at: Prisma.sql`at`, id: Prisma.sql`id` };

/** Constants, exactly as in the partial indexes, so that the planner can use them. */
const OUTCOMES = {
  taken: Prisma.sql`status < 400`,
  refused: Prisma.sql`status >= 400 AND status < 500`,
  failed: Prisma.sql`status >= 500`,
} as const satisfies Record<CallOutcome, Prisma.Sql>;

/**
 * A page of the log's calls, in its order. Calls that were neither test nor live belong to both modes: each mode reads
 * two partitions of an index from their ends, so that a page costs the same at any depth.
 */
export async function findCalls(db: Db, filter: CallFilter, page: PageQuery): Promise<CallRow[]> {
  return db.$queryRaw<CallRow[]>(callsSql(filter, page));
}

/** The statement of `findCalls`, for tests of its plan. */
export function callsSql(filter: CallFilter, page: PageQuery): Prisma.Sql {
  const end = Prisma.sql`${keysetOrder(KEY, page.towards)} LIMIT ${page.limit}`;
  const conditions = allOf([...conditionsOf(filter), ...afterCursor(KEY, page)]);
  const partition = (test: Prisma.Sql) => Prisma.sql`(SELECT ${COLUMNS} FROM api_calls
    WHERE merchant_id = ${filter.merchantId}::uuid AND ${test} AND ${conditions} ${end})`;
  return Prisma.sql`SELECT * FROM (${partition(inMode(filter.test))} UNION ALL ${partition(NEITHER)}) AS listed
    ${end}`;
}

/** The number of matching calls of each outcome, each counted up to `limit`; the filter's own outcome is ignored. */
export async function countCalls(db: Db, filter: CallFilter, limit: number): Promise<Record<CallOutcome, number>> {
  const rows = await db.$queryRaw<Array<{ outcome: CallOutcome; count: number }>>(countsSql(filter, limit));
  const counts = { taken: 0, refused: 0, failed: 0 };
  for (const { outcome, count } of rows) counts[outcome] = count;
  return counts;
}

/**
 * The statement of `countCalls`, for tests of its plan. In the order of the indexes; otherwise the planner reads the
 * table.
 */
export function countsSql({ outcome: _, ...filter }: CallFilter, limit: number): Prisma.Sql {
  const end = Prisma.sql`${keysetOrder(KEY, "older")} LIMIT ${limit}`;
  const each = (Object.keys(OUTCOMES) as CallOutcome[]).map((outcome) => {
    const conditions = allOf(conditionsOf({ ...filter, outcome }));
    const partition = (test: Prisma.Sql) => Prisma.sql`(SELECT 1 FROM api_calls
      WHERE merchant_id = ${filter.merchantId}::uuid AND ${test} AND ${conditions} ${end})`;
    return Prisma.sql`SELECT ${outcome} AS outcome, count(*)::int AS count FROM
      (SELECT 1 FROM (${partition(inMode(filter.test))} UNION ALL ${partition(NEITHER)}) AS listed LIMIT ${limit}) AS counted`;
  });
  return Prisma.join(each, " UNION ALL ");
}

/** A call of this merchant by its id; `testOnly`: not a live one. */
export function findCall(db: Db, merchantId: string, id: string, testOnly: boolean): Promise<CallRow | null> {
  return firstRow(db.$queryRaw<CallRow[]>`SELECT ${COLUMNS} FROM api_calls
    WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid ${testOnly ? Prisma.sql`AND test IS NOT FALSE` : Prisma.empty}`);
}

/** Evidence: a successful call of a program for this merchant. */
export type Evidence = { id: string; at: Date };

/**
 * The newest successful call of each endpoint by a program, test or live; none where the log has none. Calls that a user
 * sent from the Console don't count.
 */
export async function findCallsOf<Name extends string>(
  db: Db,
  merchantId: string,
  endpoints: readonly Name[],
): Promise<ReadonlyMap<Name, Evidence>> {
  const partition = (test: Prisma.Sql) => Prisma.sql`(SELECT id, at FROM api_calls
    WHERE merchant_id = ${merchantId}::uuid AND ${test} AND endpoint = wanted.name AND actor_kind = 'credential'
      AND status < 400 ORDER BY at DESC, id DESC LIMIT 1)`;
  const partitions = Prisma.join([inMode(true), inMode(false), NEITHER].map(partition), " UNION ALL ");
  const rows = await db.$queryRaw<Array<Evidence & { name: Name }>>`
    SELECT wanted.name, newest.id, newest.at FROM unnest(${[...endpoints]}::text[]) AS wanted (name)
    CROSS JOIN LATERAL (SELECT * FROM (${partitions}) AS found ORDER BY at DESC LIMIT 1) AS newest`;
  return new Map(rows.map(({ name, ...evidence }) => [name, evidence]));
}

/** A successful call of a program with an idempotency key; null where the log has none. */
export function findKeyedCall(db: Db, merchantId: string): Promise<Evidence | null> {
  return firstRow(db.$queryRaw<Evidence[]>`SELECT id, at FROM api_calls
    WHERE merchant_id = ${merchantId}::uuid AND idempotency_key IS NOT NULL AND actor_kind = 'credential'
      AND status < 400 ORDER BY idempotency_key DESC LIMIT 1`);
}

/** The index partition of a call: 1 test, 0 live, 2 neither. */
const PARTITION = Prisma.sql`COALESCE(test::int, 2)`;
const NEITHER = Prisma.sql`${PARTITION} = 2`;

function inMode(test: boolean): Prisma.Sql {
  return test ? Prisma.sql`${PARTITION} = 1` : Prisma.sql`${PARTITION} = 0`;
}

function conditionsOf(filter: CallFilter): Prisma.Sql[] {
  const { outcome, endpoint, actor, errorCode, from, to, search } = filter;
  return [
    ...(outcome ? [OUTCOMES[outcome]] : []),
    ...(endpoint === undefined ? [] : [Prisma.sql`endpoint = ${endpoint}`]),
    ...(actor === undefined ? [] : [Prisma.sql`actor_id = ${actor}`]),
    ...(errorCode === undefined ? [] : [Prisma.sql`error_code = ${errorCode}`]),
    ...(from === undefined ? [] : [Prisma.sql`at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [Prisma.sql`at < ${to}::timestamptz`]),
    ...(search ? [searched(search)] : []),
  ];
}

/** Each condition has its own index, so they are read separately and combined. */
function searched(text: string): Prisma.Sql {
  const ids = isUuid(text)
    ? Prisma.sql` OR id = ${text}::uuid OR payment_request_id = ${text}::uuid OR payment_link_id = ${text}::uuid`
    : Prisma.empty;
  return Prisma.sql`(request_id = ${text} OR idempotency_key = ${text}${ids})`;
}
