import { Prisma } from "../../server/lib/db";
import { newId } from "../../server/lib/ids";
import { rowsOf } from "../../server/lib/statements";
import { fundsOf, openAccounts, type SimAccountRow, TREASURY } from "./ledger-store";
import { accountWith } from "./shopper-accounts";
import { COLUMNS, type Executor, isPayment, type PaymentKey, type SimPaymentRow } from "./store";

/** `account`: the one that was chosen, or is about to be. */
export type LockedPayment = SimPaymentRow & { account: SimAccountRow | null; creditorAccountId: string | null };

/**
 * Reads a payment and the account that is to be debited, and locks both until the transaction ends, the payment first.
 * A statement of its own: what is read after it includes what the lock waited for. The locks let foreign keys pass.
 */
export async function lockPayment(
  on: Executor,
  where: PaymentKey,
  accountId: string | null = null,
): Promise<LockedPayment | null> {
  const rows = await rowsOf<LockedPayment>(
    on,
    Prisma.sql`
    WITH payment AS (SELECT * FROM sim_payments WHERE ${isPayment(where)} FOR NO KEY UPDATE),
      account AS (
        SELECT a.* FROM payment JOIN sim_accounts a ON a.id = coalesce(payment.debtor_account_id, ${accountId}::uuid)
        FOR NO KEY UPDATE OF a)
    SELECT ${COLUMNS}, (SELECT to_jsonb(account) FROM account) AS account,
      (SELECT c.id FROM sim_accounts c WHERE c.iban = creditor_iban AND c.currency = payment.currency) AS "creditorAccountId"
    FROM payment`,
  );
  return rows[0] ?? null;
}

/** How a payment is executed. Times are milliseconds from now; null: never. */
export type Execution = {
  scenario: string | null;
  /** ISO 20022 reason for which the bank refuses it whatever the funds; null: only for a lack of funds, `AM04`. */
  refusal: string | null;
  refusedAfterMs: number;
  settlementMs: number;
  returnAfterMs: number | null;
  /** The submission in UK Open Banking. */
  order: { orderKey: string; orderHash: Uint8Array<ArrayBuffer> } | null;
};

/**
 * Executes a locked payment from its account, in one statement: a salary if the account needs it, the debit, the return,
 * and the payment's state, or a refusal. The debit's unique payment id prevents a second one.
 */
export async function bookPayment(on: Executor, payment: LockedPayment, execution: Execution): Promise<SimPaymentRow> {
  const { id, amount, currency, creditorIban, creditorName, account } = payment;
  const { scenario, refusal, refusedAfterMs, settlementMs, returnAfterMs, order } = execution;
  if (!account) throw new Error(`The payment ${id} has no account to debit.`);
  const [opened] = payment.creditorAccountId
    ? [{ id: payment.creditorAccountId }]
    : await openAccounts(on, [accountWith(creditorIban, currency, creditorName)]);
  const entry = (purpose: string, paymentId: string | null, returnedPaymentId: string | null) =>
    Prisma.sql`${newId()}::uuid, ${currency}, ${purpose}, ${paymentId}::uuid, ${returnedPaymentId}::uuid`;
  const after = (ms: number | null) => Prisma.sql`app_now() + ${ms}::float8 * interval '1 millisecond'`;
  const [from, to] = [Prisma.sql`${account.id}::uuid`, Prisma.sql`${opened?.id}::uuid`];
  const rows = await rowsOf<SimPaymentRow>(
    on,
    Prisma.sql`
    WITH funds AS (${fundsOf(Prisma.sql`id = ${from}`, amount, currency)}),
      decided AS (
        SELECT salary, ${refusal}::text IS NULL AND balance + salary >= ${amount}::bigint AS pays FROM funds),
      booked AS (
        INSERT INTO sim_entries (id, currency, purpose, payment_id, returned_payment_id,
          from_account_id, to_account_id, amount, booked_at, credited_at)
        SELECT ${entry("salary", null, null)}, t.id, ${from}, salary, app_now(), app_now()
        FROM decided JOIN sim_accounts t ON t.iban = ${TREASURY.iban} AND t.currency = ${currency} WHERE pays AND salary > 0
        UNION ALL SELECT ${entry("payment", id, null)}, ${from}, ${to}, ${amount}::bigint, app_now(), ${after(settlementMs)}
        FROM decided WHERE pays
        UNION ALL SELECT ${entry("return", null, id)}, ${to}, ${from}, ${amount}::bigint, ${after(returnAfterMs)}, ${after(returnAfterMs)}
        FROM decided WHERE pays AND ${returnAfterMs}::float8 IS NOT NULL)
    UPDATE sim_payments SET scenario = ${scenario}, debtor_account_id = ${from}, ordered_at = app_now(),
      approved_at = coalesce(approved_at, app_now()),
      settles_at = CASE WHEN pays THEN ${after(settlementMs)} END,
      refused_at = CASE WHEN NOT pays THEN ${after(refusedAfterMs)} END,
      refused_reason = CASE WHEN NOT pays THEN coalesce(${refusal}, 'AM04') END,
      order_id = ${order && newId()}::uuid, order_key = ${order?.orderKey ?? null}, order_hash = ${order?.orderHash ?? null}
    FROM decided WHERE id = ${id}::uuid AND ordered_at IS NULL RETURNING ${COLUMNS}`,
  );
  const [booked] = rows;
  if (!booked) throw new Error(`The payment ${id} was already executed.`);
  return booked;
}
