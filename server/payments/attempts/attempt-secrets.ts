import type { Debtor, Grant, PaymentRef, RedirectBack } from "../../connectors/port";
import { env } from "../../lib/config/env";
import { open } from "../../lib/crypto";
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
