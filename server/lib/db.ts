import { PrismaPg } from "@prisma/adapter-pg";
import { escapeLiteral, type Pool, type QueryResult, type QueryResultRow } from "pg";
import { Prisma, PrismaClient } from "../generated/prisma/client";
import type { Ctx, TenantScope } from "./context";
import { env } from "./env";
import { SharedPool } from "./shared-pool";

const POOL_SIZE = 20;
/** Of these, for one caller's requests together: a page of many queries cannot take what others' payments need. */
const POOL_SHARE = 12;
/** For a connection, whether it is made or waited for: under a burst, the queue for one of the pool is served first. */
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Longer than the server's own limit: only a database that has gone silent is given up by us. */
const SILENCE_TIMEOUT_MS = 17_000;
const TRANSACTION_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
const TRANSACTION_WAIT_MS = 10_000;

export type Tx = Prisma.TransactionClient;
export type Db = PrismaClient | Tx;
export { Prisma };

type Connected = { pool: Pool; client: PrismaClient };

// The entry and Next's bundles are separate module graphs in one process: the pool is shared through the global object. By
// its address: in tests a module of an earlier file must not reach the database of the present one.
const kept = globalThis as { banksideDatabases?: Map<string, Connected> };

function newPool(connectionString: string): Pool {
  return new SharedPool({
    connectionString,
    max: POOL_SIZE,
    share: POOL_SHARE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    // A process that froze, or a host that is gone, must not keep a payment's row locked until TCP gives up.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: "bankside",
    // Prisma's adapter reads and writes times without their offset: a session in another zone would shift every one.
    options: "-c TimeZone=UTC",
    // An idle connection that is lost ends a process that does not listen; Prisma listens from its first query on.
  }).on("error", () => undefined);
}

function connected(): Connected {
  kept.banksideDatabases ??= new Map();
  const { databaseUrl } = env();
  const known = kept.banksideDatabases.get(databaseUrl);
  if (known) return known;
  const pool = newPool(databaseUrl);
  const client = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { timeout: TRANSACTION_TIMEOUT_MS, maxWait: TRANSACTION_WAIT_MS },
  });
  kept.banksideDatabases.set(databaseUrl, { pool, client });
  return { pool, client };
}

/** The database. One client for the whole process. */
export function db(): PrismaClient {
  return connected().client;
}

/** Where a read goes: into the transaction that is open, else straight to the database. */
export function dbOf(ctx: Pick<Ctx, "tx">): Db {
  return ctx.tx ?? db();
}

/** Runs `work` in the transaction that the driver opened, or in a new one. No network call belongs inside. */
export function inTransaction<T>(ctx: Pick<Ctx, "tx">, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.tx ? work(ctx.tx) : db().$transaction(work);
}

/** An advisory lock that a transaction holds until it ends. A wait for it that is longer than `waitMs` is an error. */
export type TransactionLock = { key: number; waitMs: number };

/**
 * Runs one query under an advisory lock. The lock is a statement before it, so the query's snapshot is newer than the
 * lock and shows what the holder before committed: PostgreSQL makes a commit visible before it releases its locks. All
 * is one message and so one transaction, which PostgreSQL ends by itself: a process that freezes keeps no lock. Wait and
 * query end within STATEMENT_TIMEOUT_MS together, like any one statement.
 */
export async function queryUnderLock<Row extends QueryResultRow>(
  { key, waitMs }: TransactionLock,
  query: Prisma.Sql,
): Promise<Row[]> {
  const message = [
    `SET LOCAL lock_timeout = ${waitMs}`,
    `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS - waitMs}`,
    `SELECT pg_advisory_xact_lock(${key})`,
    withLiterals(query),
  ].join("; ");
  // pg answers several statements with as many results, which its types leave out.
  const results: unknown = await connected().pool.query(message);
  return (results as QueryResult<Row>[]).at(-1)?.rows ?? [];
}

/** The query's text with its values in it: a message of several statements takes no parameters. */
function withLiterals({ strings, values }: Prisma.Sql): string {
  const literal = (value: unknown) => {
    if (value === null) return "NULL";
    if (typeof value === "string" || typeof value === "number") return escapeLiteral(String(value));
    throw new Error(`a ${typeof value} cannot be a literal`);
  };
  return strings.map((text, index) => (index === 0 ? text : literal(values[index - 1]) + text)).join("");
}

/** The condition that keeps a query to the rows of a scope, for any table that has `merchant_id` and `test`. */
export function inScope({ merchantId, partnerId, testOnly }: TenantScope): Prisma.Sql {
  const owned = merchantId
    ? Prisma.sql`merchant_id = ${merchantId}::uuid`
    : partnerId
      ? Prisma.sql`merchant_id IN (SELECT merchants.id FROM merchants WHERE partner_id = ${partnerId}::uuid)`
      : Prisma.sql`TRUE`;
  return testOnly ? Prisma.sql`${owned} AND test` : owned;
}

/** Ends every connection. For shutting down and between tests. */
export async function closeDb(): Promise<void> {
  const { databaseUrl } = env();
  const known = kept.banksideDatabases?.get(databaseUrl);
  kept.banksideDatabases?.delete(databaseUrl);
  await known?.client.$disconnect();
  await known?.pool.end().catch(() => undefined);
}

/** Whether the error says that the database could not be reached, or was lost. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const code = "code" in current ? String(current.code) : "";
    if (
      /^(P1001|P1002|P1008|P1017|P2024|P2028|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|57P0[1-3]|08\w{3}|53300)$/.test(
        code,
      )
    )
      return true;
    if (
      /timeout exceeded when trying to connect|Query read timeout|Connection terminated|terminating connection|server closed the connection/i.test(
        current.message,
      )
    )
      return true;
  }
  return false;
}

/**
 * Whether the error says that a transaction ran into its time limit. It counts as "unavailable" above, because it cannot
 * tell a database that has gone silent from work that is slow. Whoever would treat them apart asks `databaseAnswers`.
 */
export function isTransactionTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "P2028" &&
    // The same code, where no connection was to be had: nothing was begun.
    !error.message.includes("Unable to start a transaction")
  );
}

/** Whether the database answers at this moment. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await db().$queryRaw`SELECT 1`;
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}
