import type { Debtor, Grant, PaymentRef, RedirectBack } from "../connectors/port";
import { open } from "../lib/crypto";
import { env } from "../lib/env";
import type { AttemptRow } from "./attempt-store";

/** The exact bytes that were, or will be, sent to start the payment. */
export function initiationBodyOf({ id, initiationBody, requestBody }: AttemptRow): string {
  const body = initiationBody ? open(initiationBody, id) : requestBody;
  if (body === null) throw new Error(`What payment attempt ${id} sent has been erased.`);
  return body;
}

/** How the bank sends the shopper back. Attempts from before there was a secret used their state for it. */
export function redirectOf({ id, redirectState, redirectSecret }: AttemptRow): RedirectBack {
  const state = open(redirectState, id);
  const secret = redirectSecret ? open(redirectSecret, id) : state;
  return { uri: `${env().baseUrl}/return`, state, secret };
}

function grantOf({ id, grantSealed }: AttemptRow): Grant | null {
  return grantSealed && (JSON.parse(open(grantSealed, id)) as Grant);
}

/** Who paid, as far as the bank has told. */
export function debtorOf({ id, debtorSealed }: AttemptRow): Debtor | null {
  return debtorSealed && (JSON.parse(open(debtorSealed, id)) as Debtor);
}

/** How the bank knows the order, with the shopper's approval where one was given. */
export function paymentRef(attempt: AttemptRow): PaymentRef {
  const { scheme, bankPaymentId, consentId, links } = attempt;
  const grant = grantOf(attempt);
  return { scheme, bankPaymentId, consentId, links, ...(grant ? { grant } : {}) };
}
