import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { log } from "../lib/log";
import {
  findAnomalies,
  findContradictions,
  findDebitedWithoutCredit,
  findReport,
  findUnknown,
  findUnplacedEntries,
  findUnreadAccounts,
  insertReport,
  isReportMade,
  type Report,
  readNow,
} from "./report-store";
import { bankingDayBefore } from "./rules";

export type FindingKind =
  | "debited_without_credit"
  | "unknown_outcome"
  | "entry_differs"
  | "entry_without_payment"
  | "bank_contradicts_credit"
  | "account_not_read"
  | `anomaly_${string}`;

/** One thing that disagrees. `subjectId`: of the payment request, the entry or the account. `amount` in minor units. */
export type Finding = {
  kind: FindingKind;
  subjectId: string;
  merchantId: string;
  amount: string | null;
  currency: string;
  detail: string | null;
};

/** Of each kind: more than this is a fault of the system and not a list for a person. */
const MAX_OF_A_KIND = 500;
const HOUR_MS = 3_600_000;
const UNREAD_FOR_MS = 24 * HOUR_MS;

/** Makes the day's report of what disagrees, once, whichever worker comes first. Safe to call at any time. */
export async function makeReport(): Promise<void> {
  if (await isReportMade(db())) return;
  const now = await readNow(db());
  const hoursAgo = (ms: number) => new Date(now.getTime() - ms);
  const findings = [
    ...(await findDebitedWithoutCredit(db(), bankingDayBefore(now), MAX_OF_A_KIND)),
    ...(await findUnknown(db(), hoursAgo(HOUR_MS), MAX_OF_A_KIND)),
    ...(await findUnplacedEntries(db(), MAX_OF_A_KIND)),
    ...(await findContradictions(db(), MAX_OF_A_KIND)),
    ...(await findAnomalies(db(), MAX_OF_A_KIND)),
    ...(await findUnreadAccounts(db(), hoursAgo(UNREAD_FOR_MS), MAX_OF_A_KIND)),
  ];
  const isOurs = await db().$transaction((tx) => insertReport(tx, findings));
  if (isOurs && findings.length > 0) {
    const byKind: Record<string, number> = {};
    for (const { kind } of findings) byKind[kind] = (byKind[kind] ?? 0) + 1;
    log().warn({ total: findings.length, ...byKind }, "reconciliation found what disagrees");
  }
}

/**
 * The report of a day (`YYYY-MM-DD`, UTC), or the newest; null where none was made. Operators only.
 * @throws AppError FORBIDDEN_VIEW, VALIDATION_ERROR on `date`
 */
export async function getReport(ctx: Ctx, input: { day: string | null }): Promise<Report | null> {
  const { caller } = ctx;
  if (caller.kind !== "admin" || caller.actor.kind !== "system") throw new AppError("FORBIDDEN_VIEW");
  const { day } = input;
  if (day !== null && !isDay(day)) throw invalidField("date", "a day as 2026-01-31");
  return findReport(db(), day);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}
