import { type Db, Prisma, type Tx } from "../lib/db";
import { type Change, type Health, questionPauseS, type Standing } from "./circuit-rules";
import type { BankProfile } from "./profile-schema";

type Connection = Pick<BankProfile, "id" | "environment">;

export type HealthRow = Pick<Health, "isOpen" | "failures" | "openings"> & {
  environment: string;
  profileId: string;
  since: Date | null;
  openUntil: Date | null;
  lastKind: string | null;
};

const HEALTH = Prisma.sql`is_open AS "isOpen", failures, openings,
  extract(epoch FROM app_now() - failing_since)::float8 AS "failingForS", failing_merchant_id AS "failingMerchantId",
  failing_for_several AS "isFailingForSeveral"`;

/** How a connection stands by the database's clock; null while nothing has ever gone wrong. */
export async function findStanding(db: Db, { id, environment }: Connection): Promise<Standing | null> {
  const [row] = await db.$queryRaw<Standing[]>`
    SELECT ${HEALTH}, COALESCE(question_from <= app_now(), TRUE) AS "mayAsk",
      COALESCE(open_until <= app_now(), TRUE) AS "mayCall"
    FROM bank_health WHERE environment = ${environment} AND profile_id = ${id}`;
  return row ?? null;
}

/** Takes the one probe that an open circuit allows now, for at most `leaseS`. False: somebody else has it, or it is early. */
export async function claimProbe(
  db: Db,
  { id, environment }: Connection,
  { asks, leaseS }: { asks: boolean; leaseS: number },
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE bank_health SET updated_at = app_now(),
      question_from = app_now() + make_interval(secs => ${leaseS}::float8),
      open_until = app_now() + make_interval(secs => ${leaseS}::float8)
    WHERE environment = ${environment} AND profile_id = ${id} AND is_open
      AND (open_until <= app_now() OR (${asks} AND question_from <= app_now()))`;
  return count === 1;
}

/** The connection's health, locked until the transaction ends; a row is made for it if there is none. */
export async function lockHealth(tx: Tx, { id, environment }: Connection): Promise<Health> {
  await tx.$executeRaw`
    INSERT INTO bank_health (environment, profile_id) VALUES (${environment}, ${id}) ON CONFLICT DO NOTHING`;
  const [row] = await tx.$queryRaw<Health[]>`
    SELECT ${HEALTH} FROM bank_health
    WHERE environment = ${environment} AND profile_id = ${id} FOR UPDATE`;
  if (!row) throw new Error(`The health of ${environment} connection ${id} is gone.`);
  return row;
}

/** Writes what a call made of a circuit. It is down since it opened, however often it was tried meanwhile. */
export async function writeHealth(
  tx: Tx,
  { id, environment }: Connection,
  { isOpen, failures, openings, failingMerchantId, isFailingForSeveral, pauseS }: Change,
  lastKind: string | null,
): Promise<void> {
  const questionS = pauseS === null ? null : questionPauseS(pauseS);
  await tx.$executeRaw`
    UPDATE bank_health SET is_open = ${isOpen}, failures = ${failures}, openings = ${openings}, updated_at = app_now(),
      failing_since = CASE WHEN ${failures > 0} THEN COALESCE(failing_since, app_now()) END,
      failing_merchant_id = ${failingMerchantId}::uuid, failing_for_several = ${isFailingForSeveral},
      since = CASE WHEN ${isOpen} THEN COALESCE(since, app_now()) END,
      question_from = app_now() + make_interval(secs => ${questionS}::float8),
      open_until = app_now() + make_interval(secs => ${pauseS}::float8),
      last_kind = COALESCE(${lastKind}, last_kind)
    WHERE environment = ${environment} AND profile_id = ${id}`;
}

/** Forgets what went wrong: the operator has changed the connection. */
export async function deleteHealth(db: Db, { id, environment }: Connection): Promise<void> {
  await db.$executeRaw`DELETE FROM bank_health WHERE environment = ${environment} AND profile_id = ${id}`;
}

/** Every connection with which something has gone wrong, the longest down first. */
export function listHealth(db: Db): Promise<HealthRow[]> {
  return db.bankHealth.findMany({
    select: {
      environment: true,
      profileId: true,
      isOpen: true,
      failures: true,
      openings: true,
      since: true,
      openUntil: true,
      lastKind: true,
    },
    orderBy: [{ since: { sort: "asc", nulls: "last" } }, { profileId: "asc" }],
  });
}

/** Those whose pause is not over, by the database's clock. */
export async function listPausing(db: Db): Promise<Omit<HealthRow, keyof Health>[]> {
  return db.$queryRaw<Omit<HealthRow, keyof Health>[]>`
    SELECT environment, profile_id AS "profileId", since, open_until AS "openUntil", last_kind AS "lastKind"
    FROM bank_health WHERE is_open AND open_until > app_now() ORDER BY since, profile_id`;
}
