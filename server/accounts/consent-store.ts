import type { BankLinks, ConsentState } from "../connectors/port";
import { claimDue, endLease, type Lease } from "../jobs/leased-rows";
import { type Db, Prisma, type Tx } from "../lib/db";
import { ENDS_SOON_DAYS } from "./rules";

/** A consent's row. `state` is the stored one: past `validUntil` a `valid` consent has expired (`rules.ts`). */
export type ConsentRow = {
  id: string;
  accountId: string;
  merchantId: string;
  connectionId: string;
  consentId: string | null;
  state: ConsentState;
  resourceId: string | null;
  links: BankLinks;
  frequencyPerDay: number | null;
  validUntil: Date | null;
  grantSealed: Uint8Array | null;
  grantVersion: number;
  redirectSealed: Uint8Array | null;
  returnedAt: Date | null;
  grantedAt: Date | null;
  endedAt: Date | null;
  tries: number;
  /** `validUntil` has passed by the database's clock, even where `state` is still `valid`. */
  isOver: boolean;
  /** `validUntil` is within ENDS_SOON_DAYS. */
  endsSoon: boolean;
};

const COLUMNS = Prisma.sql`c.id::text, c.account_id::text AS "accountId", c.merchant_id::text AS "merchantId",
  c.connection_id AS "connectionId", c.consent_id AS "consentId", c.state, c.resource_id AS "resourceId", c.links,
  c.frequency_per_day AS "frequencyPerDay", c.valid_until AS "validUntil", c.grant_sealed AS "grantSealed",
  c.grant_version AS "grantVersion", c.redirect_sealed AS "redirectSealed", c.returned_at AS "returnedAt",
  c.granted_at AS "grantedAt", c.ended_at AS "endedAt", c.tries,
  COALESCE(c.valid_until <= app_now(), FALSE) AS "isOver",
  COALESCE(c.valid_until <= app_now() + make_interval(days => ${ENDS_SOON_DAYS}), FALSE) AS "endsSoon"`;

/** The account's valid consent, else the last one that was granted; null when none ever was. */
export async function findLastGranted(db: Db, accountId: string): Promise<ConsentRow | null> {
  const [row] = await db.$queryRaw<ConsentRow[]>`
    SELECT ${COLUMNS} FROM account_consents AS c WHERE c.account_id = ${accountId}::uuid AND c.granted_at IS NOT NULL
    ORDER BY (c.state = 'valid') DESC, c.granted_at DESC, c.id DESC LIMIT 1`;
  return row ?? null;
}

/** The same for many accounts at once, by account; one without any is not in it. */
export async function mapLastGranted(db: Db, accounts: readonly { id: string }[]): Promise<Map<string, ConsentRow>> {
  const rows = await db.$queryRaw<ConsentRow[]>`
    SELECT DISTINCT ON (c.account_id) ${COLUMNS} FROM account_consents AS c
    WHERE c.account_id = ANY (${accounts.map(({ id }) => id)}::uuid[]) AND c.granted_at IS NOT NULL
    ORDER BY c.account_id, (c.state = 'valid') DESC, c.granted_at DESC, c.id DESC`;
  return new Map(rows.map((row) => [row.accountId, row]));
}

export async function findConsentRow(db: Db, id: string): Promise<ConsentRow | null> {
  const [row] = await db.$queryRaw<ConsentRow[]>`SELECT ${COLUMNS} FROM account_consents AS c WHERE c.id = ${id}::uuid`;
  return row ?? null;
}

/** The number of unfinished renewals of the last `withinS` seconds, those that wait for the bank's app included. */
export async function countOpenRenewals(db: Db, accountId: string, withinS: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM account_consents WHERE account_id = ${accountId}::uuid AND state = 'awaiting'
      AND created_at > app_now() - make_interval(secs => ${withinS}::float8)`;
  return row?.count ?? 0;
}

export type NewRenewal = Pick<ConsentRow, "id" | "accountId" | "merchantId" | "connectionId" | "frequencyPerDay"> & {
  stateHash: Uint8Array<ArrayBuffer>;
  redirectSealed: Uint8Array<ArrayBuffer>;
  startedBy: { kind: string; id: string | null };
  /** Within which a person may bring the bank's answer. */
  answerWithinS: number;
};

/** Inserted before the bank is called, so that its redirect finds a row. */
export async function insertRenewal(tx: Tx, row: NewRenewal): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO account_consents (id, account_id, merchant_id, connection_id, state, frequency_per_day, state_hash,
      redirect_sealed, started_by_kind, started_by_id, due_at)
    VALUES (${row.id}::uuid, ${row.accountId}::uuid, ${row.merchantId}::uuid, ${row.connectionId}, 'awaiting',
      ${row.frequencyPerDay}::int, ${row.stateHash}, ${row.redirectSealed}, ${row.startedBy.kind}, ${row.startedBy.id},
      app_now() + make_interval(secs => ${row.answerWithinS}::float8))`;
}

/** Inserts a consent that needed no approval. False: the account already has a valid consent. */
export async function insertGranted(
  db: Db,
  row: Pick<ConsentRow, "id" | "accountId" | "merchantId" | "connectionId" | "links"> & { consentId: string },
): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO account_consents (id, account_id, merchant_id, connection_id, consent_id, state, links, started_by_kind,
      granted_at)
    VALUES (${row.id}::uuid, ${row.accountId}::uuid, ${row.merchantId}::uuid, ${row.connectionId}, ${row.consentId},
      'valid', ${JSON.stringify(row.links)}::jsonb, 'system', app_now())
    ON CONFLICT (account_id) WHERE state = 'valid' DO NOTHING`;
  return count === 1;
}

/**
 * Stores the bank's id and links of a consent. False: it ended while the bank was called, for instance because access was
 * removed; then it is due to be revoked at the bank.
 */
export async function setConsentAtBank(
  db: Db,
  id: string,
  bank: { consentId: string; links: BankLinks },
): Promise<boolean> {
  const rows = await db.$queryRaw<{ awaiting: boolean }[]>`
    UPDATE account_consents SET consent_id = ${bank.consentId}, links = ${JSON.stringify(bank.links)}::jsonb,
      due_at = CASE WHEN state = 'awaiting' THEN due_at ELSE app_now() END
    WHERE id = ${id}::uuid RETURNING state = 'awaiting' AS awaiting`;
  return rows[0]?.awaiting === true;
}

/** For an approval in the bank's app, which has no redirect: a worker fetches the status from `fetchAfterS` on. */
export async function setAwaitingApp(tx: Tx, id: string, fetchAfterS: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE account_consents SET state_hash = NULL, redirect_sealed = NULL, returned_at = app_now(),
      due_at = app_now() + make_interval(secs => ${fetchAfterS}::float8)
    WHERE id = ${id}::uuid AND state = 'awaiting'`;
}

/** The awaiting consent of a redirect's state; null when the state is unknown, used or expired. */
export async function findByState(db: Db, stateHash: Uint8Array<ArrayBuffer>): Promise<ConsentRow | null> {
  const [row] = await db.$queryRaw<ConsentRow[]>`
    SELECT ${COLUMNS} FROM account_consents AS c
    WHERE c.state_hash = ${stateHash} AND c.state = 'awaiting' AND c.due_at > app_now()`;
  return row ?? null;
}

/**
 * Claims a return, once, for the user who started the renewal; null for any other user and for a second time. A worker
 * settles a consent that is still open after `settleWithinS`.
 */
export async function claimReturn(
  tx: Tx,
  id: string,
  user: { merchantId: string; userId: string; settleWithinS: number },
): Promise<ConsentRow | null> {
  const [row] = await tx.$queryRaw<ConsentRow[]>`
    UPDATE account_consents AS c SET state_hash = NULL, returned_at = app_now(),
      due_at = app_now() + make_interval(secs => ${user.settleWithinS}::float8)
    WHERE c.id = ${id}::uuid AND c.merchant_id = ${user.merchantId}::uuid AND c.started_by_id = ${user.userId}
      AND c.state = 'awaiting' AND c.state_hash IS NOT NULL AND c.consent_id IS NOT NULL AND c.due_at > app_now()
    RETURNING ${COLUMNS}`;
  return row ?? null;
}

/** Stores the grant of the bank's authorisation server, unless the consent has ended and been revoked at the bank. */
export async function setGrant(db: Db, id: string, sealed: Uint8Array<ArrayBuffer>): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET grant_sealed = ${sealed}, grant_version = grant_version + 1, redirect_sealed = NULL
    WHERE id = ${id}::uuid AND due_at IS NOT NULL`;
}

/** Sets an awaiting consent to valid. The caller holds the account's lock and has ended the previous consent. */
export async function setValid(
  tx: Tx,
  id: string,
  given: { validUntil: Date | null; resourceId: string | null },
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE account_consents SET state = 'valid', granted_at = app_now(), valid_until = ${given.validUntil}::timestamptz,
      resource_id = ${given.resourceId}, state_hash = NULL, redirect_sealed = NULL, lease_until = NULL, tries = 0,
      due_at = ${given.validUntil}::timestamptz
    WHERE id = ${id}::uuid AND state = 'awaiting'`;
  return count === 1;
}

/**
 * How a consent ended. `revoke`: it is to be revoked at the bank; the grant is kept until then, unless it is the `reason`:
 * the bank refuses a call with an ended token, but may accept one with our certificate alone.
 */
export type End = { state: "expired" | "rejected" | "revoked"; reason: string; revoke: boolean };

const ENDED = (end: End) => Prisma.sql`state = ${end.state}, reason = ${end.reason}, ended_at = app_now(),
  state_hash = NULL, redirect_sealed = NULL, lease_until = NULL, tries = 0,
  grant_sealed = CASE WHEN ${end.revoke && end.reason !== "grant"} AND consent_id IS NOT NULL THEN grant_sealed END,
  due_at = CASE WHEN ${end.revoke} AND consent_id IS NOT NULL THEN app_now() END`;

/** Ends an awaiting or valid consent. False: it had ended before. */
export async function endConsent(db: Db, id: string, end: End): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE account_consents SET ${ENDED(end)} WHERE id = ${id}::uuid AND state IN ('awaiting', 'valid')`;
  return count === 1;
}

/**
 * Ends an account's valid consent, to be revoked at the bank; without `except` its awaiting ones too. Returns how many
 * ended.
 */
export async function endConsentsOf(
  tx: Tx,
  accountId: string,
  reason: string,
  except: string | null = null,
): Promise<number> {
  const end: End = { state: "revoked", reason, revoke: true };
  return tx.$executeRaw`
    UPDATE account_consents SET ${ENDED(end)}
    WHERE account_id = ${accountId}::uuid AND (state = 'valid' OR (${except === null} AND state = 'awaiting'))
      AND id IS DISTINCT FROM ${except}::uuid`;
}

export async function setResource(db: Db, id: string, resourceId: string): Promise<void> {
  await db.$executeRaw`UPDATE account_consents SET resource_id = ${resourceId} WHERE id = ${id}::uuid`;
}

/** Claims due consents: an unanswered renewal, an expiry to record, or a revocation to send. */
export function claimConsents(db: Db, limit: number, leaseS: number): Promise<Lease[]> {
  return claimDue(db, { table: "account_consents", open: Prisma.sql`due_at IS NOT NULL`, limit, leaseS });
}

/** Reschedules a consent. Writes nothing when another worker has claimed it meanwhile. */
export async function reschedule(tx: Tx, lease: Lease, dueInS: number): Promise<void> {
  if (!(await endLease(tx, "account_consents", lease, dueInS))) return;
  await tx.$executeRaw`UPDATE account_consents SET tries = tries + 1 WHERE id = ${lease.id}::uuid`;
}

/** Ends the work on a consent that is over, and erases its tokens. */
export async function clearDueDate(db: Db, id: string): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET due_at = NULL, lease_until = NULL, grant_sealed = NULL
    WHERE id = ${id}::uuid AND state NOT IN ('awaiting', 'valid')`;
}
