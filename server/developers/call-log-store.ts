import { type Db, Prisma } from "../lib/db";
import { isUuid } from "../lib/ids";
import type { Cursor, Place } from "../lib/keyset";
import type { CallFilterInput, CallOutcome } from "./call-filter";

/** A call of the API as the log holds it; `request` and `answer` as text, redacted, perhaps cut. */
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

/** Which calls of a merchant. `testOnly`: the caller sees tests alone, and what was neither. */
export type CallFilter = CallFilterInput & { merchantId: string };

export type CallWalk = { towards: Cursor["towards"]; from: Place | null; limit: number };

const COLUMNS = Prisma.sql`id, at, request_id AS "requestId", endpoint, method, path, actor_kind AS "actorKind",
  actor_id AS "actorId", partner_id AS "partnerId", payment_request_id AS "paymentRequestId",
  payment_link_id AS "paymentLinkId", test, status, error_code AS "errorCode", duration_ms AS "durationMs", ip,
  user_agent AS "userAgent", idempotency_key AS "idempotencyKey", replayed, request, answer`;

const ORDERS = {
  older: Prisma.sql`ORDER BY at DESC, id DESC`,
  newer: Prisma.sql`ORDER BY at, id`,
} as const satisfies Record<CallWalk["towards"], Prisma.Sql>;

/** As the partial indexes have them: constants, so that the planner can tell. */
const OUTCOMES = {
  taken: Prisma.sql`status < 400`,
  refused: Prisma.sql`status >= 400 AND status < 500`,
  failed: Prisma.sql`status >= 500`,
} as const satisfies Record<CallOutcome, Prisma.Sql>;

/**
 * The calls of one walk along the log, in its order. What was neither a test nor live stands between both: each mode is
 * two shelves of an index, each read from its end, so that a page costs the same at any depth.
 */
export async function findCalls(db: Db, filter: CallFilter, walk: CallWalk): Promise<CallRow[]> {
  return db.$queryRaw<CallRow[]>(callsSql(filter, walk));
}

/** The statement of `findCalls`, for its plan to be looked at. */
export function callsSql(filter: CallFilter, { towards, from, limit }: CallWalk): Prisma.Sql {
  const order = ORDERS[towards];
  const conditions = and([...conditionsOf(filter), ...beyond(towards, from)]);
  const shelf = (test: Prisma.Sql) => Prisma.sql`(SELECT ${COLUMNS} FROM api_calls
    WHERE merchant_id = ${filter.merchantId}::uuid AND ${test} AND ${conditions} ${order} LIMIT ${limit})`;
  return Prisma.sql`SELECT * FROM (${shelf(inMode(filter.test))} UNION ALL ${shelf(NEITHER)}) AS shelved
    ${order} LIMIT ${limit}`;
}

/** How many calls of each outcome the filter lets through, each counted up to `limit`; its own outcome is left aside. */
export async function countCalls(db: Db, filter: CallFilter, limit: number): Promise<Record<CallOutcome, number>> {
  const rows = await db.$queryRaw<Array<{ outcome: CallOutcome; count: number }>>(countsSql(filter, limit));
  const counts = { taken: 0, refused: 0, failed: 0 };
  for (const { outcome, count } of rows) counts[outcome] = count;
  return counts;
}

/** The statement of `countCalls`, for its plan to be looked at: in the order of the indexes, or the table would be read. */
export function countsSql({ outcome: _, ...filter }: CallFilter, limit: number): Prisma.Sql {
  const each = (Object.keys(OUTCOMES) as CallOutcome[]).map((outcome) => {
    const conditions = and(conditionsOf({ ...filter, outcome }));
    const shelf = (test: Prisma.Sql) => Prisma.sql`(SELECT 1 FROM api_calls
      WHERE merchant_id = ${filter.merchantId}::uuid AND ${test} AND ${conditions} ${ORDERS.older} LIMIT ${limit})`;
    return Prisma.sql`SELECT ${outcome} AS outcome, count(*)::int AS count FROM
      (SELECT 1 FROM (${shelf(inMode(filter.test))} UNION ALL ${shelf(NEITHER)}) AS shelved LIMIT ${limit}) AS counted`;
  });
  return Prisma.join(each, " UNION ALL ");
}

/** A call of this merchant by its id; `testOnly`: not one that was live. */
export async function findCall(db: Db, merchantId: string, id: string, testOnly: boolean): Promise<CallRow | null> {
  const rows = await db.$queryRaw<CallRow[]>`SELECT ${COLUMNS} FROM api_calls
    WHERE id = ${id}::uuid AND merchant_id = ${merchantId}::uuid ${testOnly ? Prisma.sql`AND test IS NOT FALSE` : Prisma.empty}`;
  return rows[0] ?? null;
}

/** One kind of evidence: a call that a program made for this merchant and that was taken. */
export type Evidence = { id: string; at: Date };

/**
 * The newest call of an endpoint that a program made and that succeeded, a test or live; null where the log has none.
 * What a person sent from the Console is no program's.
 */
export async function findCallOf(db: Db, merchantId: string, endpoint: string): Promise<Evidence | null> {
  const shelf = (test: Prisma.Sql) => Prisma.sql`(SELECT id, at FROM api_calls
    WHERE merchant_id = ${merchantId}::uuid AND ${test} AND endpoint = ${endpoint} AND actor_kind = 'credential'
      AND status < 400 ORDER BY at DESC, id DESC LIMIT 1)`;
  const shelves = Prisma.join([inMode(true), inMode(false), NEITHER].map(shelf), " UNION ALL ");
  const rows = await db.$queryRaw<Evidence[]>`SELECT * FROM (${shelves}) AS found ORDER BY at DESC LIMIT 1`;
  return rows[0] ?? null;
}

/** A call of a program that carried an idempotency key and succeeded; null where the log has none. */
export async function findKeyedCall(db: Db, merchantId: string): Promise<Evidence | null> {
  const rows = await db.$queryRaw<Evidence[]>`SELECT id, at FROM api_calls
    WHERE merchant_id = ${merchantId}::uuid AND idempotency_key IS NOT NULL AND actor_kind = 'credential'
      AND status < 400 ORDER BY idempotency_key DESC LIMIT 1`;
  return rows[0] ?? null;
}

/** A call's shelf in the indexes: 1 a test, 0 live, 2 neither. */
const SHELF = Prisma.sql`COALESCE(test::int, 2)`;
const NEITHER = Prisma.sql`${SHELF} = 2`;

function inMode(test: boolean): Prisma.Sql {
  return test ? Prisma.sql`${SHELF} = 1` : Prisma.sql`${SHELF} = 0`;
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

/** Each part has an index of its own: they are read one by one, and put together. */
function searched(text: string): Prisma.Sql {
  const ids = isUuid(text)
    ? Prisma.sql` OR id = ${text}::uuid OR payment_request_id = ${text}::uuid OR payment_link_id = ${text}::uuid`
    : Prisma.empty;
  return Prisma.sql`(request_id = ${text} OR idempotency_key = ${text}${ids})`;
}

function beyond(towards: CallWalk["towards"], from: CallWalk["from"]): Prisma.Sql[] {
  if (from === null) return [];
  const place = Prisma.sql`(${from.at}::timestamptz, ${from.id}::uuid)`;
  return [towards === "older" ? Prisma.sql`(at, id) < ${place}` : Prisma.sql`(at, id) > ${place}`];
}

function and(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...conditions], " AND ");
}
