import { db, READ_ONLY } from "./db";

/**
 * Codes of the network, of PostgreSQL (28…: it refuses our password or role) and of Prisma, and the names that Prisma's
 * adapter gives to some.
 */
const UNAVAILABLE = new RegExp(
  `^(E(AI_AGAIN|CONNREFUSED|CONNRESET|HOSTDOWN|HOSTUNREACH|NETDOWN|NETUNREACH|NOTFOUND|PIPE|TIMEDOUT)|${READ_ONLY}|28P01|28000|57P0[1-3]|08\\w{3}|53300|P1001|P1002|P1008|P1017|P2024|P2028|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$`,
);
const LOST =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|terminating connection|server closed the connection|is not queryable/i;

type Coded = Error & {
  code?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; kind?: string } } };
};

/** Whether the error means that the database is unreachable or read-only, or that the connection was lost. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    const { code, meta, message } = current as Coded;
    const { originalCode, kind } = meta?.driverAdapterError?.cause ?? {};
    if ([code, originalCode, kind].some((one) => UNAVAILABLE.test(String(one))) || LOST.test(message)) return true;
  }
  return false;
}

/**
 * Whether the error is a transaction's time-out. It counts as "unavailable" above, because it cannot
 * distinguish a silent database from slow work; `databaseAnswers` can.
 */
export function isTransactionTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "P2028" &&
    // The same code where no connection was available: no transaction was started.
    !error.message.includes("Unable to start a transaction")
  );
}

/** Whether the database responds now. */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await db().$queryRaw`SELECT 1`;
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}
