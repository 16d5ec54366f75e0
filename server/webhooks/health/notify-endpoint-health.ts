import { now } from "../../lib/clock";
import { db, type Tx } from "../../lib/db";
import { log } from "../../lib/log";
import { nameInMail } from "../../mail/fill-text";
import { consoleLink } from "../../merchants/mail-lines";
import { queueNotification } from "../../merchants/notifications/queue-notification";
import { readMerchant } from "../../merchants/read-merchant";
import { CIRCUIT_OPEN_KEEPS_DAYS, nextTryOf } from "./circuit-rules";
import { endpointStateOf } from "./endpoint-state";
import { findHealth } from "./health-list-store";
import { failingMail, recoveredMail } from "./health-mails";
import { findNotices, lockNotice, markNotified, markRecoveryNotified, type NoticeRow } from "./health-notice-store";

/** Endpoints read by one query. */
export const NOTICES_PER_QUERY = 100;
/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const MAX_COUNTED = 10_000;

/**
 * Sends one mail for each run of failures of an endpoint, and one when it recovers after such a mail. Recipients are
 * those who chose this notification, by default a merchant's owners, admins and developers. The mails are queued in
 * the transaction that marks the endpoint notified, under the lock of its health, so two workers send one mail. All
 * due endpoints are read, so one whose mail fails does not block the others.
 */
export async function notifyEndpointHealth(): Promise<void> {
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const ids: string[] = await findNotices(db(), after, NOTICES_PER_QUERY);
    for (const id of ids) await tryToNotify(id);
    after = ids.at(-1);
  }
}

async function tryToNotify(id: string): Promise<void> {
  try {
    const mails = await db().$transaction((tx) => notify(tx, id));
    if (mails !== null) log().info({ endpoint: id, mails }, "endpoint health notified");
  } catch (error) {
    log().error({ error, endpoint: id }, "endpoint health not notified");
  }
}

/** The number of queued mails; null: nothing is due any more. */
async function notify(tx: Tx, endpointKey: string): Promise<number | null> {
  const row = await lockNotice(tx, endpointKey);
  if (!row) return null;
  const merchant = await readMerchant({ tx }, row.merchantId);
  const mail = await mailOf(tx, row, nameInMail(merchant.brandName));
  const { id: merchantId } = merchant;
  const mails = await queueNotification(tx, { merchantId, kind: "webhook_endpoint_failing", ...mail });
  if (row.failingSince === null) await markRecoveryNotified(tx, endpointKey);
  else await markNotified(tx, endpointKey);
  return mails;
}

async function mailOf(tx: Tx, row: NoticeRow, merchantName: string): Promise<{ subject: string; text: string }> {
  const { endpointKey, merchantId, name, url } = row;
  const [health] = await findHealth(tx, merchantId, [endpointKey], MAX_COUNTED);
  const waiting = health?.waiting ?? 0;
  const words = Math.min(waiting, MAX_COUNTED).toLocaleString("en-GB");
  const place = name === null ? "default" : `endpoints/${name}`;
  const facts = {
    name,
    merchantName,
    host: new URL(url).host,
    page: consoleLink(merchantId, `/console/webhooks/${place}`),
    waiting: waiting > MAX_COUNTED ? `more than ${words}` : words,
    now: now(),
  };
  if (row.failingSince === null) {
    return recoveredMail({ ...facts, recoveredAt: row.recoveredAt ?? now(), notifiedAt: row.notifiedAt ?? now() });
  }
  // Paused and disabled endpoints get no mail.
  const state = endpointStateOf({ ...row, pausedAt: null, disabledAt: null });
  return failingMail({
    ...facts,
    failures: row.failures,
    failingSince: row.failingSince,
    lastError: row.lastError ?? "no response",
    lastFailureAt: row.lastFailureAt ?? row.failingSince,
    circuitOpen: state === "circuit_open",
    nextTryAt: health ? nextTryOf(health, health.nextDueAt) : null,
    keptDays: CIRCUIT_OPEN_KEEPS_DAYS,
  });
}
