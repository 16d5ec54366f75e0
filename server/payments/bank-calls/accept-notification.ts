import { decodeJwt } from "jose";
import { connectorFor } from "../../connectors/connector-for";
import { NO_MERCHANT } from "../../connectors/guard/guard";
import type { NotificationHint } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { wake } from "../../jobs/leased-rows";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { attemptIdOfNotification } from "../attempts/attempt-secrets";
import { EARLY_QUESTION_PAUSE_S } from "../requests/rules";
import { connectionOf } from "./connection";
import {
  deleteOldNotifications,
  findAttemptsByBankResource,
  findNotifiedAttempt,
  hintAttempt,
  type NotifiedAttempt,
  recordNotification,
} from "./notification-store";

/** Two banks may use the same id; more matches than this are ignored. */
const MAX_CANDIDATES = 5;
const MAX_ID_CHARACTERS = 128;
const KEPT_FOR_DAYS = 90;
const BATCH = 500;

/** Header names in lower case; the exact bytes of the body as text. */
type Notification = { headers: Readonly<Record<string, string>>; body: string };

/**
 * Takes a bank notification of an attempt, at the address that only that bank was given. It is a hint: the status is
 * fetched soon, and only that answer counts. Unknown addresses, forged and repeated notifications change nothing and all
 * get the same response.
 */
export async function acceptNotification(ctx: Ctx, target: string, notification: Notification): Promise<void> {
  const attemptId = attemptIdOfNotification(target);
  const attempt = attemptId === null ? null : await findNotifiedAttempt(db(), attemptId);
  if (attempt) await takeHint(attempt, notification, await isVerified(ctx, attempt, notification));
}

/**
 * The same for a Security Event Token (RFC 8417) at the address that all banks of a standard share. The attempt is found
 * by its `iss` and its order; nothing is stored unless the bank's signature verifies.
 */
export async function acceptEventToken(ctx: Ctx, notification: Notification): Promise<void> {
  const named = namedBy(notification.body);
  if (!named) return;
  for (const attempt of await findAttemptsByBankResource(db(), named.resourceId, MAX_CANDIDATES)) {
    const profile = await profileOf(attempt);
    if (profile?.oauth?.issuer !== named.issuer || !(await isVerified(ctx, attempt, notification))) continue;
    return takeHint(attempt, notification, true);
  }
}

async function takeHint(attempt: NotifiedAttempt, { body }: Notification, verified: boolean): Promise<void> {
  await db().$transaction(async (tx) => {
    await recordNotification(tx, { attemptId: attempt.id, bodyDigest: sha256(body), verified });
    if (await hintAttempt(tx, attempt.id, EARLY_QUESTION_PAUSE_S)) wake(tx, "payment_attempts");
  });
}

async function profileOf(attempt: NotifiedAttempt): Promise<BankProfile | null> {
  try {
    return (await connectionOf(attempt, attempt.test)).profile;
  } catch (error) {
    log().warn({ attempt_id: attempt.id, error }, "bank notification for a payment whose bank is not connected");
    return null;
  }
}

async function isVerified(ctx: Ctx, attempt: NotifiedAttempt, notification: Notification): Promise<boolean> {
  const profile = await profileOf(attempt);
  if (!profile) return false;
  try {
    const hint = await connectorFor(profile, NO_MERCHANT).parseNotification?.(profile, notification);
    return hint ? isAbout(attempt, hint) : false;
  } catch (error) {
    log().warn({ request_id: ctx.requestId, attempt_id: attempt.id, error }, "bank notification could not be verified");
    return false;
  }
}

function isAbout(attempt: NotifiedAttempt, { bankPaymentId, consentId }: NotificationHint): boolean {
  if (bankPaymentId !== undefined) return bankPaymentId === attempt.bankPaymentId;
  return consentId !== undefined && consentId === attempt.consentId;
}

const RESOURCE_UPDATE = "urn:uk:org:openbanking:events:resource-update";
const RESOURCE_ID = "http://openbanking.org.uk/rid";

/** The order and the bank of an unverified token: decides only with whose keys it is verified. */
function namedBy(token: string): { issuer: string; resourceId: string } | null {
  try {
    const { iss, events } = decodeJwt<{ events?: Record<string, { subject?: Record<string, unknown> }> }>(token.trim());
    const resourceId = events?.[RESOURCE_UPDATE]?.subject?.[RESOURCE_ID];
    if (iss === undefined || typeof resourceId !== "string" || resourceId.length > MAX_ID_CHARACTERS) return null;
    return { issuer: iss, resourceId };
  } catch {
    return null;
  }
}

/** Deletes old notifications. */
export async function forgetOldNotifications(): Promise<void> {
  while ((await deleteOldNotifications(db(), KEPT_FOR_DAYS, BATCH)) === BATCH);
}
