import type { ClientBase, Pool } from "pg";
import { Prisma, PrismaClient } from "../generated/prisma/client";
import { env } from "./config/env";
import { SharedPool } from "./shared-pool";
import { TransactionConnections } from "./transaction-connections";

const POOL_SIZE = 20;
/**
 * Connections that one caller's requests may use together, so that a page of many queries leaves some for other
 * callers.
 */
const POOL_SHARE = 12;
export const STATEMENT_TIMEOUT_MS = 15_000;
/**
 * `connectMs`: for opening a connection or waiting for one; under a burst, the pool's queue is served first. `silenceMs`:
 * longer than the server's own limit, so that it applies only to a database that doesn't respond.
 */
const LIMITS: PoolLimits = { max: POOL_SIZE, connectMs: 10_000, silenceMs: 17_000 };
/** Of the connection for health checks. */
const PROBE_LIMITS: PoolLimits = { max: 1, connectMs: 2_000, silenceMs: 2_000 };
const TRANSACTION_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 20_000;
const TRANSACTION_WAIT_MS = 10_000;

export type Tx = Prisma.TransactionClient;
export type Db = PrismaClient | Tx;
/** Has the open transaction, if there is one. */
type MaybeTx = { tx?: Tx };
/** The accessible rows: one merchant's, those of a partner's merchants, or all; `testOnly`: only test rows. */
export type TenantScope = { merchantId?: string; partnerId?: string; testOnly: boolean };
/** One merchant's rows of one mode: test or live. */
export type MerchantMode = { merchantId: string; test: boolean };
export { Prisma };

type Connected = { pool: Pool; probes: Pool; client: PrismaClient; connections: TransactionConnections };

// The entry and Next's bundles are separate module graphs in one process, so the pool is shared through the global
// object. It is keyed by the database URL, so that tests don't reuse the database of an earlier file.
const kept = globalThis as { banksideDatabases?: Map<string, Connected> };

/**
 * Settings of each connection. Prisma's adapter reads and writes times without an offset, so a session in another zone
 * would shift them. The keepalives end the sessions of a lost host after a minute, by default after two hours.
 */
export const SESSION_OPTIONS =
  "-c TimeZone=UTC -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3";

type PoolLimits = { max: number; connectMs: number; silenceMs: number };

function newPool(connectionString: string, { max, connectMs, silenceMs }: PoolLimits): Pool {
  return new SharedPool({
    connectionString,
    // Statements that do not need each other's results may be sent together; all others wait for theirs as before.
    pipeline: true,
    max,
    share: POOL_SHARE,
    connectionTimeoutMillis: connectMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: silenceMs,
    // A frozen process or a lost host would otherwise keep a payment's row locked until TCP times out.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: "bankside",
    options: SESSION_OPTIONS,
    onConnect: refuseUnusable,
    // Without a listener, a lost idle connection ends the process. Prisma adds its own listener at its first query.
  }).on("error", () => undefined);
}

/** PostgreSQL's code for a write where none is possible, as on a standby. */
export const READ_ONLY = "25006";

/**
 * Refuses a new connection to a server that takes no writes, as a former primary after a failover, and one that lost its
 * settings on the way, as a pooler may drop them.
 */
async function refuseUnusable(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ readOnly: boolean; complete: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "readOnly",
      (current_setting('TimeZone'), current_setting('statement_timeout')) = ('UTC', $1) AS complete`,
    [`${STATEMENT_TIMEOUT_MS / 1_000}s`],
  );
  if (rows[0]?.readOnly) throw Object.assign(new Error("The database is read-only."), { code: READ_ONLY });
  if (!rows[0]?.complete)
    throw new Error(
      "DATABASE_URL leads to a pooler that drops the session's settings (TimeZone, statement_timeout), or sets its own options. Point it at PostgreSQL.",
    );
}

function connected(): Connected {
  kept.banksideDatabases ??= new Map();
  const { databaseUrl } = env();
  const known = kept.banksideDatabases.get(databaseUrl);
  if (known) return known;
  const pool = newPool(databaseUrl, LIMITS);
  const connections = new TransactionConnections(pool);
  const client = new PrismaClient({
    adapter: connections.adapter(),
    transactionOptions: { timeout: TRANSACTION_TIMEOUT_MS, maxWait: TRANSACTION_WAIT_MS },
  });
  const begin = client.$transaction.bind(client) as (work: unknown, options?: unknown) => Promise<unknown>;
  // Only the form with a function: the product has no transaction of a list.
  const transaction = (work: (tx: Tx) => Promise<unknown>, options?: unknown) =>
    connections.starting((bind) =>
      begin((tx: Tx) => {
        bind(tx);
        return work(tx);
      }, options),
    );
  Object.assign(client, { $transaction: transaction });
  const made = { pool, probes: newPool(databaseUrl, PROBE_LIMITS), client, connections };
  kept.banksideDatabases.set(databaseUrl, made);
  return made;
}

/** For statements.ts: the open transaction's connection, otherwise the pool. */
export function connectionOf(on: Db): Pick<Pool, "query"> {
  const { pool, client, connections } = connected();
  return on === client ? pool : connections.of(on);
}

/** The database client, one for the whole process. */
export function db(): PrismaClient {
  return connected().client;
}

/** The rows of a health check's statement, on a connection that no request uses, within two seconds. */
export async function probe<Row extends object>({ text, values }: Prisma.Sql): Promise<Row[]> {
  return (await connected().probes.query<Row>(text, values)).rows;
}

type Reserved = { connection: Pick<Pool, "query">; release: (fault?: Error) => void };

/** The same, as one connection until `release`; after a fault it is closed. */
export async function reserveConnection(on: Db): Promise<Reserved> {
  const { pool, client, connections } = connected();
  if (on !== client) return { connection: connections.of(on), release: () => undefined };
  const connection = await pool.connect();
  // Without a listener, a connection that is lost while it is held ends the process. A lost one is not used again.
  let lost: Error | undefined;
  const lose = (error: Error) => {
    lost = error;
  };
  connection.on("error", lose);
  return {
    connection,
    release: (fault) => {
      connection.off("error", lose);
      connection.release(fault ?? lost);
    },
  };
}

/**
 * Sends a NOTIFY once the transaction has committed; without a transaction, now. Notices of several transactions are sent
 * together. A process that is killed in between loses it: every listener also polls.
 */
export function notifyAfterCommit(on: Db, channel: string, payload: string): void {
  const { client, connections } = connected();
  const notice = `${channel} ${payload}`;
  if (on === client) connections.notify([notice]);
  else connections.notifyAfter(on, notice);
}

/**
 * Runs `work`, which must not throw, once the transaction has committed. A process that is killed, or whose
 * connection is lost, before the answer to COMMIT does not.
 */
export function afterCommit(tx: Tx, work: () => void): void {
  connected().connections.runAfter(tx, work);
}

/** The client for a read: the open transaction, otherwise the database. */
export function dbOf(ctx: MaybeTx): Db {
  return ctx.tx ?? db();
}

/** The first row of a query; null if there is none. */
export async function firstRow<Row>(rows: PromiseLike<Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** The row of a statement that always has one. */
export async function onlyRow<Row>(rows: PromiseLike<Row[]>): Promise<Row> {
  const row = await firstRow(rows);
  if (row === null) throw new Error("A statement answered no row.");
  return row;
}

/** Whether a statement changed a row. */
export async function changedOne(count: PromiseLike<number>): Promise<boolean> {
  return (await count) === 1;
}

/** Runs `work` in the driver's open transaction, or in a new one. It must contain no network call. */
export function inTransaction<T>(ctx: MaybeTx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return ctx.tx ? work(ctx.tx) : db().$transaction(work);
}

/** SQL condition: all of these; TRUE for none. */
export function allOf(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...conditions], " AND ");
}

/** SQL condition: the row is in the scope. For any table with `merchant_id` and `test`. */
export function inScope({ merchantId, partnerId, testOnly }: TenantScope): Prisma.Sql {
  const owned = merchantId
    ? Prisma.sql`merchant_id = ${merchantId}::uuid`
    : partnerId
      ? Prisma.sql`merchant_id IN (SELECT merchants.id FROM merchants WHERE partner_id = ${partnerId}::uuid)`
      : Prisma.sql`TRUE`;
  return testOnly ? Prisma.sql`${owned} AND test` : owned;
}

/** SQL condition: the row is a merchant's, of one mode. For any table with `merchant_id` and `test`. */
export function inMode({ merchantId, test }: MerchantMode): Prisma.Sql {
  return Prisma.sql`merchant_id = ${merchantId}::uuid AND test = ${test}`;
}

/** Closes every connection, at shutdown and between tests. */
export async function closeDb(): Promise<void> {
  const { databaseUrl } = env();
  const known = kept.banksideDatabases?.get(databaseUrl);
  kept.banksideDatabases?.delete(databaseUrl);
  await known?.client.$disconnect();
  for (const pool of [known?.pool, known?.probes]) await pool?.end().catch(() => undefined);
  known?.connections.close();
}
