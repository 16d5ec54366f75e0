import type { FailureKind } from "../../connectors/port";
import { type Db, Prisma } from "../../lib/db";
import { newId } from "../../lib/ids";
import { countOf } from "../../lib/statements";

/** A call that starts, approves, moves or stops a payment. Status fetches are not recorded: they are safe to repeat. */
type BankOperation = "initiate" | "complete-return" | "submit" | "cancel";

export type BankCall = { attemptId: string; operation: BankOperation; key: string };

/** How a call ended: `ok` or the kind of failure, and the bank's own code. */
export type CallEnd = { outcome: "ok" | FailureKind; code?: string | undefined };

/**
 * Records a call before it is made; the same key again counts as another try. Returns the number of tries, this one
 * included. `deadlineS`: after it, the outcome of a call without an end is unknown.
 */
export async function insertCall(
  db: Db,
  call: BankCall & { requestHash: Uint8Array<ArrayBuffer>; deadlineS: number },
): Promise<number> {
  const [row] = await db.$queryRaw<Array<{ tries: number }>>`
    INSERT INTO bank_calls AS c (id, attempt_id, operation, key, request_hash, deadline_at)
    VALUES (${newId()}::uuid, ${call.attemptId}::uuid, ${call.operation}, ${call.key}, ${call.requestHash},
      app_now() + make_interval(secs => ${call.deadlineS}))
    ON CONFLICT (attempt_id, operation, key) DO UPDATE SET tries = c.tries + 1, started_at = app_now(),
      deadline_at = EXCLUDED.deadline_at, ended_at = NULL, outcome = NULL, code = NULL
    RETURNING tries`;
  if (!row) throw new Error(`The call to the bank of attempt ${call.attemptId} was not recorded.`);
  return row.tries;
}

/** Records how a call ended. */
export async function setCallEnd(db: Db, { attemptId, operation, key }: BankCall, end: CallEnd): Promise<void> {
  await countOf(
    db,
    Prisma.sql`
    UPDATE bank_calls SET ended_at = app_now(), outcome = ${end.outcome}, code = ${end.code ?? null}
    WHERE attempt_id = ${attemptId}::uuid AND operation = ${operation} AND key = ${key}`,
  );
}

/** Removes a call that was not made after all. */
export async function removeCall(db: Db, { attemptId, operation, key }: BankCall): Promise<void> {
  await countOf(
    db,
    Prisma.sql`
    DELETE FROM bank_calls WHERE attempt_id = ${attemptId}::uuid AND operation = ${operation} AND key = ${key}`,
  );
}

/** SQL: how a call ended as a part of a WITH, for the row of `locked`. */
export function callEnded({ attemptId, operation, key, outcome, code }: BankCall & CallEnd): Prisma.Sql {
  return Prisma.sql`call AS (
    UPDATE bank_calls c SET ended_at = app_now(), outcome = ${outcome}, code = ${code ?? null} FROM locked
    WHERE c.attempt_id = ${attemptId}::uuid AND c.operation = ${operation} AND c.key = ${key})`;
}

export type CallRow = {
  operation: BankOperation;
  key: string;
  tries: number;
  outcome: CallEnd["outcome"] | null;
  /** The bank's own code of a failure. */
  code: string | null;
  /** It has no end and its deadline is over: the outcome is unknown. */
  lost: boolean;
  startedAt: Date;
  /** Seconds since the last try began. */
  startedForS: number;
  endedAt: Date | null;
};

/** The calls of an attempt, of one operation, oldest first. */
export function findCalls(db: Db, attemptId: string, operation: BankOperation): Promise<CallRow[]> {
  return db.$queryRaw<CallRow[]>`
    SELECT operation, key, tries, outcome, code, ended_at IS NULL AND deadline_at <= app_now() AS lost,
      started_at AS "startedAt", extract(epoch FROM app_now() - started_at)::float8 AS "startedForS", ended_at AS "endedAt"
    FROM bank_calls WHERE attempt_id = ${attemptId}::uuid AND operation = ${operation} ORDER BY started_at, id`;
}
