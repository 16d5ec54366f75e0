import { type Db, Prisma } from "../lib/db";
import type { Problem } from "./rules";
import type { EntryState } from "./store";

export type MovementRow = {
  id: string;
  direction: "credit" | "debit";
  amountMinor: bigint;
  currency: string;
  remittance: string | null;
  counterparty: string | null;
  returnReason: string | null;
  bookedAt: Date;
  state: EntryState;
  problem: Problem | null;
  bankName: string;
  iban: string;
  simulated: boolean;
  /** The payment request that it was matched to, of this very merchant; else null. */
  paymentId: string | null;
  paymentReference: string | null;
};

type Window = { merchantId: string; simulatedOnly: boolean; limit: number; offset: number };

/** What was booked on a merchant's accounts, the closed ones too, newest first. */
export async function listEntriesOf(db: Db, window: Window): Promise<{ rows: MovementRow[]; total: number }> {
  const from = Prisma.sql`FROM statement_entries e JOIN managed_accounts a ON a.id = e.account_id`;
  const where = Prisma.sql`WHERE a.merchant_id = ${window.merchantId}::uuid AND (a.simulated OR NOT ${window.simulatedOnly})`;
  const rows = await db.$queryRaw<MovementRow[]>`
    SELECT e.id::text AS id, e.direction, e.amount AS "amountMinor", e.currency, e.remittance, e.counterparty,
      e.return_reason AS "returnReason", e.booked_at AS "bookedAt", e.state, e.problem, a.bank_name AS "bankName", a.iban,
      a.simulated, r.id::text AS "paymentId", r.payment_reference AS "paymentReference"
    ${from} LEFT JOIN payment_attempts t ON t.id = e.attempt_id AND e.state = 'matched'
      LEFT JOIN payment_requests r ON r.id = t.payment_request_id AND r.merchant_id = a.merchant_id
    ${where} ORDER BY e.booked_at DESC, e.seen_at DESC, e.id LIMIT ${window.limit} OFFSET ${window.offset}`;
  const [counted] = await db.$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${from} ${where}`;
  return { rows, total: Number(counted?.total ?? 0n) };
}
