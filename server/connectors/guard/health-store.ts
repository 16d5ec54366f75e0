import { type Db, Prisma, type Tx } from "../../lib/db";
import type { BankProfile } from "../profile-schema";
import { type CircuitChange, type CircuitState, type Health, readAfterS } from "./circuit-rules";

type Connection = Pick<BankProfile, "id" | "environment">;

const LISTED = {
  ...{ environment: true, profileId: true, isOpen: true, failures: true, openings: true },
  ...{ since: true, openUntil: true, lastKind: true },
} as const;

export type HealthRow = Prisma.BankHealthGetPayload<{ select: typeof LISTED }>;

const HEALTH = Prisma.sql`is_open AS "isOpen", failures, openings,
  extract(epoch FROM app_now() - failing_since)::float8 AS "failingForS", failing_merchant_id AS "failingMerchantId",
  failing_for_several AS "isFailingForSeveral"`;

/** A connection's circuit by the database's clock; null when no call has ever failed. */
export async function findCircuitState(db: Db, { id, environment }: Connection): Promise<CircuitState | null> {
  const [row] = await db.$queryRaw<CircuitState[]>`
    SELECT ${HEALTH}, COALESCE(question_from <= app_now(), TRUE) AS "mayRead",
      COALESCE(open_until <= app_now(), TRUE) AS "mayCall"
    FROM bank_health WHERE environment = ${environment} AND profile_id = ${id}`;
  return row ?? null;
}

/** Claims an open circuit's trial for at most `leaseS` seconds. False: another process has it, or it is too early. */
export async function claimTrial(
  db: Db,
  { id, environment }: Connection,
  { isRead, leaseS }: { isRead: boolean; leaseS: number },
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE bank_health SET updated_at = app_now(),
      question_from = app_now() + make_interval(secs => ${leaseS}::float8),
      open_until = app_now() + make_interval(secs => ${leaseS}::float8)
    WHERE environment = ${environment} AND profile_id = ${id} AND is_open
      AND (open_until <= app_now() OR (${isRead} AND question_from <= app_now()))`;
  return count === 1;
}

/** The connection's health, locked until the transaction ends; inserts a missing row. */
export async function lockHealth(tx: Tx, { id, environment }: Connection): Promise<Health> {
  await tx.$executeRaw`
    INSERT INTO bank_health (environment, profile_id) VALUES (${environment}, ${id}) ON CONFLICT DO NOTHING`;
  const [row] = await tx.$queryRaw<Health[]>`
    SELECT ${HEALTH} FROM bank_health
    WHERE environment = ${environment} AND profile_id = ${id} FOR UPDATE`;
  if (!row) throw new Error(`The health of ${environment} connection ${id} is gone.`);
  return row;
}

/** Stores a circuit's change. `since` stays the time of the first opening until the circuit closes. */
export async function writeHealth(
  tx: Tx,
  { id, environment }: Connection,
  { isOpen, failures, openings, failingMerchantId, isFailingForSeveral, openForS }: CircuitChange,
  lastKind: string | null,
): Promise<void> {
  const readS = openForS === null ? null : readAfterS(openForS);
  await tx.$executeRaw`
    UPDATE bank_health SET is_open = ${isOpen}, failures = ${failures}, openings = ${openings}, updated_at = app_now(),
      failing_since = CASE WHEN ${failures > 0} THEN COALESCE(failing_since, app_now()) END,
      failing_merchant_id = ${failingMerchantId}::uuid, failing_for_several = ${isFailingForSeveral},
      since = CASE WHEN ${isOpen} THEN COALESCE(since, app_now()) END,
      question_from = app_now() + make_interval(secs => ${readS}::float8),
      open_until = app_now() + make_interval(secs => ${openForS}::float8),
      last_kind = COALESCE(${lastKind}, last_kind)
    WHERE environment = ${environment} AND profile_id = ${id}`;
}

/** Resets a connection's health after the operator has changed the connection. */
export async function deleteHealth(db: Db, { id, environment }: Connection): Promise<void> {
  await db.$executeRaw`DELETE FROM bank_health WHERE environment = ${environment} AND profile_id = ${id}`;
}

/** The health of every connection with a failed call, the longest open first. */
export function listHealth(db: Db): Promise<HealthRow[]> {
  return db.bankHealth.findMany({
    select: LISTED,
    orderBy: [{ since: { sort: "asc", nulls: "last" } }, { profileId: "asc" }],
  });
}

/** The open circuits whose open period has not ended, by the database's clock. */
export async function listOpenCircuits(db: Db): Promise<Omit<HealthRow, keyof Health>[]> {
  return db.$queryRaw<Omit<HealthRow, keyof Health>[]>`
    SELECT environment, profile_id AS "profileId", since, open_until AS "openUntil", last_kind AS "lastKind"
    FROM bank_health WHERE is_open AND open_until > app_now() ORDER BY since, profile_id`;
}
