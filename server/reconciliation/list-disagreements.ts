import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import {
  findAnomalies,
  findDebitedWithoutCredit,
  findReported,
  findUnknown,
  findUnreadAccounts,
  type OfMerchant,
  readNow,
} from "./report-store";
import type { Finding } from "./report-words";
import { bankingDayBefore, UNKNOWN_FOR_MS, UNREAD_FOR_MS } from "./rules";

/** More than these are a fault of the system, and no list for a person. */
const MAX_OF_A_KIND = 100;

/** `reportedAt`: of the day's report, out of which the slow questions are answered; null: there is none yet. */
export type Disagreements = { findings: Finding[]; reportedAt: Date | null };

/**
 * Where a merchant's payments, their banks and the accounts disagree, live or in test: money that was taken and has not
 * arrived, outcomes that are unknown, what payments noted for a person, accounts that could not be read; and, as of the
 * day's report, what a bank called arrived or refused and the account says otherwise. Movements without a payment have a
 * list of their own. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listDisagreements(
  ctx: Ctx,
  input: { merchantId: string; test: boolean },
): Promise<Disagreements> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const of: OfMerchant = { merchantId: merchant.id, test: input.test || ctx.caller.testOnly };
  const db = dbOf(ctx);
  const now = await readNow(db);
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const reported = await findReported(db, of, MAX_OF_A_KIND);
  const findings = [
    ...(await findDebitedWithoutCredit(db, bankingDayBefore(now), MAX_OF_A_KIND, of)),
    ...reported.findings,
    ...(await findUnknown(db, ago(UNKNOWN_FOR_MS), MAX_OF_A_KIND, of)),
    ...(await findAnomalies(db, MAX_OF_A_KIND, of)),
    ...(await findUnreadAccounts(db, ago(UNREAD_FOR_MS), MAX_OF_A_KIND, of)),
  ];
  return { findings, reportedAt: reported.madeAt };
}
