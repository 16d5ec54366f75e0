import { now } from "../../lib/clock";
import { db, inTransaction } from "../../lib/db";
import { log } from "../../lib/log";
import { nameInMail } from "../../mail/fill-text";
import { consoleLink } from "../../merchants/mail-lines";
import { queueNotification } from "../../merchants/notifications/queue-notification";
import { readMerchant } from "../../merchants/read-merchant";
import { finalAt, type Month, monthBefore, monthOf, spanOf } from "./months";
import { findUnmailedMerchants, markMonthMailed } from "./store";

const KIND = "monthly_report";

/**
 * Mails the reports of the last three months (a statement is fetched late where access to the account had ended), about
 * each merchant of which someone had chosen it by the fourth day (UTC) of the next month, once the statements of its real
 * accounts were fetched since, or of one of them a week later. The row that marks the month commits with the mails: two
 * workers queue them once, and a crash before the commit leaves them to the next run.
 */
export async function mailMonthlyReports(): Promise<void> {
  const last = monthBefore(monthOf(now()));
  const before = monthBefore(last);
  for (const month of [monthBefore(before), before, last]) await mailAbout(month);
}

async function mailAbout(month: Month): Promise<void> {
  const { from, to } = spanOf(month);
  const unmailed = { kind: KIND, month: from, end: to, finalAt: finalAt(month) };
  for (const merchantId of await findUnmailedMerchants(db(), unmailed)) {
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
    const merchant = nameInMail((await readMerchant({ tx }, merchantId)).brandName);
    const name = NAME.format(spanOf(month).from);
    const text = [
      `The ${name} report for ${merchant} is available. Where an account’s statement or balance is missing, the page says why.`,
      "",
      consoleLink(merchantId, "/console/balances/reports"),
    ].join("\n");
    await queueNotification(tx, { merchantId, kind: KIND, subject: `${name} report: ${merchant}`, text });
  });
}

const NAME = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
