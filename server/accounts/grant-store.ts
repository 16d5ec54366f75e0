import type { Db } from "../lib/db";
import type { AccountService } from "./rules";

/**
 * Counts a read without a person, before it is made: false when the day's are used up, and then nothing is sent. One
 * statement, so that of many at once no more than the limit get through. A day is UTC's: no bank says which it counts by.
 */
export async function takeUse(
  db: Db,
  consent: { id: string; frequencyPerDay: number },
  service: AccountService,
): Promise<boolean> {
  const count = await db.$executeRaw`
    INSERT INTO account_consent_uses AS used (consent_row_id, service, day, count)
    VALUES (${consent.id}::uuid, ${service}, (app_now() AT TIME ZONE 'UTC')::date, 1)
    ON CONFLICT (consent_row_id, service, day) DO UPDATE SET count = used.count + 1
    WHERE used.count < ${consent.frequencyPerDay}`;
  return count === 1;
}

/** Takes the right to refresh a grant of this version; false while another process has it, or has done it. */
export async function leaseGrant(db: Db, id: string, version: number, leaseS: number): Promise<boolean> {
  const count = await db.$executeRaw`
    UPDATE account_consents SET grant_lease_until = app_now() + make_interval(secs => ${leaseS}::float8)
    WHERE id = ${id}::uuid AND state = 'valid' AND grant_version = ${version}
      AND (grant_lease_until IS NULL OR grant_lease_until <= app_now())`;
  return count === 1;
}

/** Keeps a refreshed grant in the place of the one that it came from. */
export async function replaceGrant(
  db: Db,
  id: string,
  version: number,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET grant_sealed = ${sealed}, grant_version = grant_version + 1, grant_lease_until = NULL
    WHERE id = ${id}::uuid AND state = 'valid' AND grant_version = ${version}`;
}

export async function endGrantLease(db: Db, id: string, version: number): Promise<void> {
  await db.$executeRaw`
    UPDATE account_consents SET grant_lease_until = NULL WHERE id = ${id}::uuid AND grant_version = ${version}`;
}

/** Counters of days long gone. */
export async function deleteOldUses(db: Db, keptDays: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM account_consent_uses WHERE day < (app_now() AT TIME ZONE 'UTC')::date - ${keptDays}::int`;
}
