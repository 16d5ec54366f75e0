import { env } from "../lib/config/env";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { log } from "../lib/log";
import { queueMail } from "../mail/send-mail";
import { recordExceptions } from "../payments/exceptions/record-exception";
import {
  bankingDayBefore,
  countAll,
  countKinds,
  type Finding,
  reportMail,
  UNKNOWN_FOR_MS,
  UNREAD_FOR_MS,
} from "./findings";
import {
  contradictionsSql,
  exceptionsSql,
  findInTurn,
  findNotCredited,
  findReport,
  insertReport,
  isReportMade,
  paidWithoutCreditSql,
  type Report,
  readNow,
  unknownOutcomesSql,
  unmatchedEntriesSql,
  unreadAccountsSql,
} from "./report-store";

/** Findings listed of each query; the report counts all. */
const MAX_LISTED = 500;

/** Makes the day's report of discrepancies, once for all workers. Safe to call at any time. */
export async function makeReport(): Promise<void> {
  if (await isReportMade(db())) return;
  const now = await readNow(db());
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await recordNotCredited(bankingDayBefore(now));
  const findings: Finding[] = [];
  for (const found of [
    paidWithoutCreditSql(bankingDayBefore(now)),
    unknownOutcomesSql(ago(UNKNOWN_FOR_MS)),
    unmatchedEntriesSql(),
    contradictionsSql(),
    exceptionsSql(),
    unreadAccountsSql(ago(UNREAD_FOR_MS)),
  ]) {
    findings.push(...(await findInTurn(db(), found, MAX_LISTED)));
  }
  const { operatorEmail } = env();
  const isOurs = await db().$transaction(async (tx) => {
    if (!(await insertReport(tx, findings))) return false;
    if (operatorEmail && findings.length > 0) await queueMail(tx, reportMail(operatorEmail, now, findings));
    return true;
  });
  if (isOurs && findings.length > 0) {
    const byKind = Object.fromEntries(countKinds(findings));
    // The samples of a demo contain some.
    log()[env().demo ? "info" : "warn"]({ total: countAll(findings), ...byKind }, "reconciliation found discrepancies");
  }
}

/** A payment that is never credited stays in the report as an exception, until a person resolves it. */
async function recordNotCredited(until: Date): Promise<void> {
  const detail = "The payer's bank reported it as paid; no statement since has the credit.";
  const attempts = await findNotCredited(db(), until, MAX_LISTED);
  await recordExceptions(attempts, { kind: "not_credited", detail }, "recon");
}

/**
 * The report of a day (`YYYY-MM-DD`, UTC), or the newest; null when there is none. Operators only.
 * @throws AppError FORBIDDEN_VIEW, VALIDATION_ERROR on `date`
 */
export async function getReport(ctx: Ctx, input: { day: string | null }): Promise<Report | null> {
  const { caller } = ctx;
  if (caller.kind !== "admin" || caller.actor.kind !== "system") throw new AppError("FORBIDDEN_VIEW");
  const { day } = input;
  if (day !== null && !isDay(day)) throw invalidField("date", "must be a day such as 2026-01-31");
  return findReport(db(), day);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}
