import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { bankingDayBefore, type Finding, UNKNOWN_FOR_MS, UNREAD_FOR_MS } from "./findings";
import {
  debitedWithoutCreditSql,
  exceptionsSql,
  findFirst,
  findReported,
  type OfMerchant,
  readNow,
  unknownOutcomesSql,
  unreadAccountsSql,
} from "./report-store";

/** Findings listed per kind. */
const MAX_OF_A_KIND = 100;

/**
 * `reportedAt`: the time of the report that the slow findings come from; null: no report yet. `orMore`: not all are
 * listed, here or in the report.
 */
export type Discrepancies = { findings: Finding[]; orMore: boolean; reportedAt: Date | null };

/**
 * The discrepancies between a merchant's payments, the banks and the accounts, live or in test: debits without a credit,
 * unknown outcomes, exceptions, accounts that could not be fetched; and from the day's report, statuses that contradict the
 * account. Unmatched transactions are listed by `listBankTransactions`.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listDiscrepancies(
  ctx: Ctx,
  input: { merchantId: string; test: boolean },
): Promise<Discrepancies> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const of: OfMerchant = { merchantId: merchant.id, test: input.test || ctx.caller.testOnly };
  const db = dbOf(ctx);
  const now = await readNow(db);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const first = (found: Parameters<typeof findFirst>[1]) => findFirst(db, found, MAX_OF_A_KIND + 1);
  const reported = await findReported(db, of, MAX_OF_A_KIND + 1);
  const found = [
    await first(debitedWithoutCreditSql(bankingDayBefore(now), of)),
    reported.findings,
    await first(unknownOutcomesSql(ago(UNKNOWN_FOR_MS), of)),
    await first(exceptionsSql(of)),
    await first(unreadAccountsSql(ago(UNREAD_FOR_MS), of)),
  ];
  const findings = found.flatMap((some) => some.slice(0, MAX_OF_A_KIND));
  const orMore = reported.isCut || found.some(({ length }) => length > MAX_OF_A_KIND);
  return { findings, orMore, reportedAt: reported.madeAt };
}
