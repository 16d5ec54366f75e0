import type { Db } from "../lib/db";
import type { ConsentRow } from "./consent-store";
import type { AccountService } from "./rules";

/**
 * Counts an unattended read before it is sent, and returns the day (UTC, because banks do not document theirs) that it
 * counts for; null when the day's reads are used up. One statement, so that concurrent reads cannot exceed the limit.
 */
export async function countRead(
  db: Db,
  consent: { id: string; frequencyPerDay: number },
  service: AccountService,
): Promise<string | null> {
  const [row] = await db.$queryRaw<{ day: string }[]>`
    INSERT INTO account_consent_uses AS used (consent_row_id, service, day, count)
    VALUES (${consent.id}::uuid, ${service}, (app_now() AT TIME ZONE 'UTC')::date, 1)
    ON CONFLICT (consent_row_id, service, day) DO UPDATE SET count = used.count + 1
    WHERE used.count < ${consent.frequencyPerDay}
    RETURNING day::text`;
  return row?.day ?? null;
}

/** Takes back a counted read that was not sent. */
export async function uncountRead(db: Db, consentId: string, service: AccountService, day: string): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consent_uses SET count = count - 1
    WHERE consent_row_id = ${consentId}::uuid AND service = ${service} AND day = ${day}::date AND count > 0`;
}

/**
 * Claims the refresh of a grant; false while another process holds it, has refreshed it, or the consent's state has changed:
 * nothing is read with a consent whose access was removed meanwhile.
 */
export async function leaseGrant(
  db: Db,
  { id, state, grantVersion }: Pick<ConsentRow, "id" | "state" | "grantVersion">,
  leaseS: number,
): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE account_consents SET grant_lease_until = app_now() + make_interval(secs => ${leaseS}::float8)
    WHERE id = ${id}::uuid AND state = ${state} AND grant_version = ${grantVersion}
      AND (grant_lease_until IS NULL OR grant_lease_until <= app_now())`;
  return count === 1;
}

/** Replaces a grant with the refreshed one, unless it was erased. One of a removed consent is needed to revoke it. */
export async function replaceGrant(
  db: Db,
  id: string,
  version: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET grant_sealed = ${sealed}, grant_version = grant_version + 1, grant_lease_until = NULL
    WHERE id = ${id}::uuid AND grant_sealed IS NOT NULL AND grant_version = ${version}`;
}

export async function endGrantLease(db: Db, id: string, version: number): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET grant_lease_until = NULL WHERE id = ${id}::uuid AND grant_version = ${version}`;
}

/** Deletes the read counters of days before the last `keptDays`. */
export async function deleteOldUses(db: Db, keptDays: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM account_consent_uses WHERE day < (app_now() AT TIME ZONE 'UTC')::date - ${keptDays}::int`;
}
