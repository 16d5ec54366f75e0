import { listTechnicalContacts } from "../access/list-technical-contacts";
import { now } from "../lib/clock";
import { db, type Tx } from "../lib/db";
import { env } from "../lib/env";
import { log } from "../lib/log";
import { queueMail } from "../mail/send-mail";
import { readMerchant } from "../merchants/read-merchant";
import { findHealth } from "./health-list-store";
import { failingMail, recoveredMail } from "./health-mails";
import { findNotices, lockNotice, markRecoveryTold, markTold, type NoticeRow } from "./health-notice-store";
import { BREAKER_KEEPS_DAYS, nextTryOf } from "./health-rules";

/** Destinations looked for at once. */
export const NOTICES_AT_ONCE = 100;
/** Behind it comes every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const MAX_COUNTED = 10_000;

/**
 * Tells a merchant's owners, admins and developers by mail of destinations that fail, once a run of failures, and of
 * those that have recovered, if they had been told. The mails are queued in the transaction that notes the telling, under
 * the lock of the health: two workers tell once. All are gone through: those that cannot be told starve no other.
 */
export async function tellOfHealth(): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const ids: string[] = await findNotices(db(), after, NOTICES_AT_ONCE);
    for (const id of ids) await tryToTellOf(id);
    after = ids.at(-1);
  }
}

async function tryToTellOf(id: string): Promise<void> {
  try {
    const mails = await db().$transaction((tx) => tellOf(tx, id));
    if (mails !== null) log().info({ destination: id, mails }, "told of webhooks' health");
  } catch (error) {
    log().error({ error, destination: id }, "cannot tell of webhooks' health");
  }
}

/** How many mails were queued; null: there was nothing to tell any more. */
async function tellOf(tx: Tx, destinationId: string): Promise<number | null> {
  const row = await lockNotice(tx, destinationId);
  if (!row) return null;
  const merchant = await readMerchant({ tx }, row.merchantId);
  const mail = await mailOf(tx, row, merchant.brandName);
  const contacts = await listTechnicalContacts(tx, merchant);
  for (const recipient of contacts) await queueMail(tx, { recipient, ...mail });
  if (row.failingSince === null) await markRecoveryTold(tx, destinationId);
  else await markTold(tx, destinationId);
  return contacts.length;
}

async function mailOf(tx: Tx, row: NoticeRow, merchantName: string): Promise<{ subject: string; text: string }> {
  const { destinationId, merchantId, name, url } = row;
  const [health] = await findHealth(tx, merchantId, [destinationId], MAX_COUNTED);
  const waiting = health?.waiting ?? 0;
  const words = Math.min(waiting, MAX_COUNTED).toLocaleString("en-GB");
  const place = name === null ? "default" : `endpoints/${name}`;
  const facts = {
    name,
    merchantName,
    host: new URL(url).host,
    page: `${env().baseUrl}/console/webhooks/${place}`,
    waiting: waiting > MAX_COUNTED ? `more than ${words}` : words,
    now: now(),
  };
  if (row.failingSince === null) {
    return recoveredMail({ ...facts, takenSince: row.takenSince ?? now(), toldAt: row.toldAt ?? now() });
  }
  const paused = row.pausedSince !== null;
  return failingMail({
    ...facts,
    failures: row.failures,
    failingSince: row.failingSince,
    lastError: row.lastError ?? "no answer",
    lastFailureAt: row.lastFailureAt ?? row.failingSince,
    paused,
    nextTryAt: health ? nextTryOf(health, health.nextDueAt) : null,
    keptDays: BREAKER_KEEPS_DAYS,
  });
}
