import type { Debtor, Grant, PaymentRef, RedirectBack } from "../../connectors/port";
import { env } from "../../lib/config/env";
import { equalInConstantTime, keyedHashes, open } from "../../lib/crypto";
import { isUuid } from "../../lib/ids";
import type { AttemptRow } from "./attempt-store";

/** The exact bytes of the initiation. */
export function initiationBodyOf({ id, initiationBody, requestBody }: AttemptRow): string {
  const body = initiationBody ? open(initiationBody, id) : requestBody;
  if (body === null) throw new Error(`The initiation body of payment attempt ${id} has been erased.`);
  return body;
}

/** How the bank redirects the customer back. Attempts without a secret, from before it existed, use their state. */
export function redirectOf({ id, redirectState, redirectSecret }: AttemptRow): RedirectBack {
  const state = open(redirectState, id);
  const secret = redirectSecret ? open(redirectSecret, id) : state;
  return { uri: `${env().baseUrl}/return`, state, secret };
}

const NOTIFICATION_PURPOSE = "bank notification";
/** 128 bits of the keyed hash. */
const NOTIFICATION_TAG_BYTES = 16;

/**
 * The last part of the address for a bank's notifications of an attempt. The id alone is no secret: our reference on the
 * payer's statement is made from it.
 */
export function notificationKeyOf(attemptId: string): string {
  return `${attemptId}.${notificationTagsOf(attemptId)[0]?.toString("base64url")}`;
}

/** The attempt of such an address; null for any other text. */
export function attemptIdOfNotification(target: string): string | null {
  const [id = "", tag = "", more] = target.split(".");
  if (!isUuid(id) || more !== undefined) return null;
  const given = Buffer.from(tag, "base64url");
  return notificationTagsOf(id).some((known) => equalInConstantTime(given, known)) ? id : null;
}

/** Under the current key and older ones: a bank keeps the address that it was given. */
function notificationTagsOf(attemptId: string): Buffer[] {
  return keyedHashes(attemptId, NOTIFICATION_PURPOSE).map((hash) =>
    Buffer.from(hash.subarray(0, NOTIFICATION_TAG_BYTES)),
  );
}

function grantOf({ id, grantSealed }: AttemptRow): Grant | null {
  return grantSealed && (JSON.parse(open(grantSealed, id)) as Grant);
}

/** The debtor, if the bank has named it. */
export function debtorOf({ id, debtorSealed }: AttemptRow): Debtor | null {
  return debtorSealed && (JSON.parse(open(debtorSealed, id)) as Debtor);
}

/** How the bank identifies the order, with the customer's approval if there is one. */
export function paymentRef(attempt: AttemptRow): PaymentRef {
  const { scheme, bankPaymentId, consentId, links } = attempt;
  const grant = grantOf(attempt);
  return { scheme, bankPaymentId, consentId, links, ...(grant ? { grant } : {}) };
}
