import { createHash } from "node:crypto";
import pg from "pg";
import { connectionOf, type Db, db, type Prisma, reserveConnection, STATEMENT_TIMEOUT_MS } from "./db";

/**
 * Statements of the most frequent calls, on `pg` without Prisma: named, so that each connection parses and plans them
 * once. Which stores may use them: docs/decisions/0062. The values of a row have the types that Prisma's raw queries
 * return, except `numeric`, which is a text.
 */
const MAX_NAMES = 400;
/** 144 bits: two texts never share a name. */
const NAME_CHARACTERS = 24;
const names = new Map<string, string>();
/** Texts of statements that have no name. */
const unnamed = new Set<string>();

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;
const parseTexts = pg.types.getTypeParser(TEXT_ARRAY as typeof builtins.TEXT);
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, BigInt],
  [builtins.OID, BigInt],
  [
    INT8_ARRAY,
    (text) => (parseTexts(text) as (string | null)[]).map((value) => (value === null ? null : BigInt(value))),
  ],
  // pg's own parser would read a day in the process's time zone.
  [builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && PARSERS.get(oid)) || pg.types.getTypeParser(oid, format as "text"),
} as pg.CustomTypesConfig;

type Connection = Pick<pg.Pool, "query">;
/** Where a statement runs: the pool, or an open transaction. */
export type Executor = Db | Connection;

/** The rows of a statement, in the open transaction or on a connection of the pool. */
export async function rowsOf<Row extends object>(on: Executor, { text, values }: Prisma.Sql): Promise<Row[]> {
  return (await send(on, text, values)).rows as Row[];
}

/** Runs a statement; the number of its rows. */
export async function countOf(on: Executor, { text, values }: Prisma.Sql): Promise<number> {
  return (await send(on, text, values)).rowCount ?? 0;
}

/**
 * Runs `work` in a transaction without Prisma. It sends no notices: for tables without checkout triggers. A connection
 * whose ROLLBACK fails is closed, because its transaction may still be open.
 */
export async function inPgTransaction<T>(work: (on: Executor) => Promise<T>): Promise<T> {
  const { connection, release } = await reserveConnection(db());
  let fault: Error | undefined;
  try {
    await connection.query("BEGIN");
    const result = await work(connection);
    const { command } = await connection.query("COMMIT");
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and with no error.
    if (command !== "COMMIT") throw new Error("The transaction had failed, and was rolled back.");
    return result;
  } catch (error) {
    await connection.query("ROLLBACK").catch((failure: Error) => {
      fault = failure;
    });
    throw error;
  } finally {
    release(fault);
  }
}

/**
 * Sends several statements at once on one connection: one round trip. Each is a transaction of its own and sees what the
 * one before committed, unless `on` is an open transaction. Use it where none needs another's rows. Returns the result of
 * each.
 */
export async function sendTogether(
  on: Db,
  statements: readonly Prisma.Sql[],
): Promise<PromiseSettledResult<pg.QueryResult>[]> {
  const { connection, release } = await reserveConnection(on);
  const sent = await Promise.allSettled(statements.map(({ text, values }) => sendOn(connection, text, values)));
  release();
  return sent;
}

/**
 * A statement that is planned for each run, by the present size of its tables. A named one keeps its plan until PostgreSQL
 * analyses a table again: made while a table was small, it reads the whole of it a minute and 100,000 rows later.
 */
export function plannedEachTime(sql: Prisma.Sql): Prisma.Sql {
  unnamed.add(sql.text);
  return sql;
}

/** An advisory lock for the length of a transaction. A wait of more than `waitMs` is an error. */
export type TransactionLock = { key: number; waitMs: number };

/**
 * A connection plans a query under a lock once in this time. The plan of the claim of deliveries takes 3 ms and its run
 * 0.2 ms; one that was made while a table was small reads too much of it only until this time is over.
 */
const PLANNED_FOR_MS = 5_000;
/** When each connection planned which query; for all module graphs of the process (see `nameOf`). */
const kept = globalThis as { banksidePlans?: WeakMap<Connection, Map<string, number>> };

/**
 * The rows of one query under an advisory lock. The lock is a statement before it, so the query's snapshot is newer than
 * the lock and includes the previous holder's commit: PostgreSQL makes a commit visible before it releases its locks. Both
 * are one message and so one transaction, which PostgreSQL ends itself: a frozen process keeps no lock. Wait and query
 * together are limited by STATEMENT_TIMEOUT_MS, like one statement.
 */
export async function rowsUnderLock<Row extends pg.QueryResultRow>(
  { key, waitMs }: TransactionLock,
  { text, values }: Prisma.Sql,
): Promise<Row[]> {
  const { connection, release } = await reserveConnection(db());
  const name = pg.escapeIdentifier(hashedName(text));
  const prepare = `PREPARE ${name} AS ${text}`;
  const run = async (planning: readonly string[]) => {
    const message = [
      // One plan for all values: PostgreSQL would plan the first five runs for theirs.
      "SET LOCAL plan_cache_mode = force_generic_plan",
      ...planning,
      `SET LOCAL lock_timeout = ${waitMs}`,
      `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS - waitMs}`,
      `SELECT pg_advisory_xact_lock(${key})`,
      `EXECUTE ${name} (${values.map(literal).join(", ")})`,
    ].join("; ");
    // pg returns one result per statement, which its types don't include.
    const results: unknown = await connection.query(message);
    return (results as pg.QueryResult<Row>[]).at(-1)?.rows ?? [];
  };
  try {
    return await run(planning(connection, name, prepare)).catch((error: { code?: string }) => {
      // Behind a pooler that does not keep sessions, the plan is another session's.
      if (error.code === NO_SUCH_STATEMENT) return run([prepare]);
      if (error.code === STATEMENT_EXISTS) return run([`DEALLOCATE ${name}`, prepare]);
      throw error;
    });
  } finally {
    release();
  }
}

const NO_SUCH_STATEMENT = "26000";
const STATEMENT_EXISTS = "42P05";

/** The statements that plan a query again where its plan is missing or old. They take effect even if the message fails. */
function planning(connection: Connection, name: string, prepare: string): string[] {
  kept.banksidePlans ??= new WeakMap();
  const planned = kept.banksidePlans.get(connection) ?? new Map<string, number>();
  kept.banksidePlans.set(connection, planned);
  const nowMs = performance.now();
  const beforeMs = planned.get(name);
  if (beforeMs !== undefined && nowMs - beforeMs < PLANNED_FOR_MS) return [];
  planned.set(name, nowMs);
  return beforeMs === undefined ? [prepare] : [`DEALLOCATE ${name}`, prepare];
}

/** A message of several statements takes no parameters. */
function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "string" || typeof value === "number") return pg.escapeLiteral(String(value));
  throw new Error(`a ${typeof value} cannot be a literal`);
}

async function send(on: Executor, text: string, values: unknown[]): Promise<pg.QueryResult> {
  return sendOn("query" in on ? on : connectionOf(on), text, values);
}

function sendOn(connection: Connection, text: string, values: unknown[]): Promise<pg.QueryResult> {
  return connection.query({ name: nameOf(text), text, values, types });
}

/**
 * A statement's text decides its name, by a hash and not by a count: the entry and Next's bundles are separate module
 * graphs on one pool. Texts beyond MAX_NAMES have none, so that no connection keeps more plans.
 */
function nameOf(text: string): string | undefined {
  if (unnamed.has(text)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = hashedName(text);
  names.set(text, name);
  return name;
}

function hashedName(text: string): string {
  return `bankside ${createHash("sha256").update(text).digest("base64url").slice(0, NAME_CHARACTERS)}`;
}
