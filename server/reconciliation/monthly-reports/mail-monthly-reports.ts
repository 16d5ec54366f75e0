import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import { db, inTransaction } from "../../lib/db";
import { log } from "../../lib/log";
import { queueNotification } from "../../merchants/notifications/queue-notification";
import { readMerchant } from "../../merchants/read-merchant";
import { finalAt, type Month, monthBefore, monthOf, spanOf } from "./months";
import { findUnmailedMerchants, markMonthMailed } from "./store";

const KIND = "monthly_report";

/**
 * Mails the report of the last month, from the fourth day (UTC) of the next one on, about each merchant of which someone
 * had chosen it by then, once a real account's statement was fetched since. The row that marks the month commits with the mails: two workers queue them once, and a crash
 * before the commit leaves them to the next run.
 */
export async function mailMonthlyReports(): Promise<void> {
  const month = monthBefore(monthOf(now()));
  const dueAt = finalAt(month);
  if (now() < dueAt) return;
  const { from, to } = spanOf(month);
  for (const merchantId of await findUnmailedMerchants(db(), { kind: KIND, month: from, end: to, finalAt: dueAt })) {
    try {
      await mailMonth(merchantId, month);
    } catch (error) {
      log().error({ error, merchant_id: merchantId, month }, "monthly report not mailed");
    }
  }
}

/** A link and no data: figures do not belong into mailboxes, and the page shows what the bank books later, too. */
async function mailMonth(merchantId: string, month: Month): Promise<void> {
  await inTransaction({}, async (tx) => {
    if (!(await markMonthMailed(tx, merchantId, spanOf(month).from))) return;
    const { brandName } = await readMerchant({ tx }, merchantId);
    const name = NAME.format(spanOf(month).from);
    const text = [
      `The ${name} report for ${brandName} is ready: opening and closing balances and every transaction of each account, as CSV and camt.053.`,
      "",
      `${env().baseUrl}/console/balances/reports`,
    ].join("\n");
    await queueNotification(tx, { merchantId, kind: KIND, subject: `${name} report: ${brandName}`, text });
  });
}

const NAME = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
