import { db, Prisma } from "../../server/lib/db";
import { NAMED_ACCOUNT } from "./rules";

/** A payment that was never approved ends after ten minutes; callers can read its status for this long. */
const OPEN_KEPT = Prisma.sql`app_now() - interval '7 days'`;
/** Approved payments: longer than callers poll them, and longer than SIM-STUCK takes. */
const ENDED_KEPT = Prisma.sql`app_now() - interval '90 days'`;
/** Rows of a table per statement. */
const BATCH = 1_000;

const some = (table: string, where: Prisma.Sql) => Prisma.sql`
  DELETE FROM ${Prisma.raw(table)} WHERE id IN (
    SELECT id FROM ${Prisma.raw(table)} WHERE ${where} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

/**
 * Sums the ledger entries of old days into one for each pair of accounts: every balance stays equal to the minor unit.
 */
const FOLDED_ENTRIES = Prisma.sql`
  WITH old AS (
    DELETE FROM sim_entries WHERE id IN (
      SELECT id FROM (
        SELECT id, count(*) OVER (PARTITION BY from_account_id, to_account_id, currency) AS entries FROM sim_entries
        WHERE booked_at < ${ENDED_KEPT} AND credited_at < ${ENDED_KEPT}) aged
      WHERE entries > 1 LIMIT ${BATCH})
    RETURNING from_account_id, to_account_id, currency, amount, booked_at, credited_at)
  INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, purpose, booked_at, credited_at)
  SELECT gen_random_uuid(), from_account_id, to_account_id, sum(amount), currency, 'opening', max(booked_at), max(credited_at)
  FROM old GROUP BY from_account_id, to_account_id, currency`;

/**
 * Removes the IBANs that payers typed, once no payment or consent needs them. The accounts stay, with their ids instead,
 * because the ledger's other sides refer to them.
 */
const TYPED_IBANS = Prisma.sql`
  UPDATE sim_accounts SET iban = id::text WHERE id IN (
    SELECT id FROM sim_accounts a WHERE kind = ${NAMED_ACCOUNT.kind} AND iban <> id::text
      AND NOT EXISTS (SELECT FROM sim_payments WHERE debtor_iban = a.iban)
      AND id NOT IN (SELECT unnest(account_ids) FROM sim_consents)
    LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;

const EXPIRED: readonly Prisma.Sql[] = [
  some("sim_payments", Prisma.sql`created_at < ${OPEN_KEPT} AND (approved_at IS NULL OR created_at < ${ENDED_KEPT})`),
  FOLDED_ENTRIES,
  some(
    "sim_consents",
    Prisma.sql`created_at < ${OPEN_KEPT}
      AND (approved_at IS NULL OR valid_until < ${OPEN_KEPT} OR rejected_at < ${OPEN_KEPT} OR terminated_at < ${OPEN_KEPT})`,
  ),
  TYPED_IBANS,
  Prisma.sql`DELETE FROM sim_consent_uses WHERE day < ${OPEN_KEPT}`,
  // While a consent is valid, its token is found by the authorisation request, so the request is kept.
  some(
    "sim_oauth_requests",
    Prisma.sql`created_at < ${OPEN_KEPT} AND NOT EXISTS (SELECT FROM sim_consents c WHERE c.id = consent_id)`,
  ),
  some(
    "sim_authorisations",
    Prisma.sql`created_at < ${OPEN_KEPT} AND NOT EXISTS (SELECT FROM sim_tokens t WHERE t.authorisation_id = sim_authorisations.id)`,
  ),
  Prisma.sql`DELETE FROM sim_authorisation_codes WHERE expires_at < app_now()`,
  Prisma.sql`DELETE FROM sim_counters WHERE created_at < ${OPEN_KEPT}`,
];

/** Deletes expired rows and typed IBANs, at most a thousand of each kind. True: there may be more. */
export async function deleteExpired(): Promise<boolean> {
  let isMore = false;
  for (const statement of EXPIRED) {
    const count = await db().$executeRaw(statement);
    isMore ||= count === BATCH;
  }
  return isMore;
}
