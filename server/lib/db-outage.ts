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

/** Of PostgreSQL, and of this process's own files. */
const DISK_FULL = /^(53100|ENOSPC)$/;
/** Prisma keeps the code of raw statements only. */
const NO_SPACE = /No space left on device/;

type Coded = Error & {
  code?: unknown;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; kind?: string } } };
};

/** Whether the error means that the database is unreachable or read-only, or that the connection was lost. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chainOf(error).some((one) => codesOf(one).some((code) => UNAVAILABLE.test(code)) || LOST.test(one.message));
}

export function isDiskFull(error: unknown): boolean {
  return chainOf(error).some((one) => codesOf(one).some((code) => DISK_FULL.test(code)) || NO_SPACE.test(one.message));
}

/** The error and its causes. */
function chainOf(error: unknown): Coded[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
}

function codesOf({ code, meta }: Coded): string[] {
  const { originalCode, kind } = meta?.driverAdapterError?.cause ?? {};
  return [code, originalCode, kind].map(String);
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
