import { isUuid } from "../../../server/lib/ids";
import { consentStatusOf } from "../consent-rules";
import { findConsent, type SimConsentRow } from "../consent-store";
import { findPayment, readNow, type SimPaymentRow } from "../store";
import type { Scope } from "./oauth/grant-store";
import { detailsSchema } from "./payment-schema";
import { type ConsentStatus, paymentConsentStatus } from "./payment-status";

/** A payment consent of this client at this bank. */
export async function findPaymentConsent(bank: string, clientId: string, id: string): Promise<SimPaymentRow | null> {
  if (!isUuid(id)) return null;
  const payment = await findPayment({ bank, id, standard: "ob-uk" });
  return payment && detailsSchema.parse(payment.details).clientId === clientId ? payment : null;
}

/** An account-access consent at this bank. There is only one client, so every consent is its own. */
export async function findAccountConsent(bank: string, id: string): Promise<SimConsentRow | null> {
  return isUuid(id) ? findConsent({ bank, id, standard: "ob-uk" }) : null;
}

/**
 * The status of an account-access consent at a time, and since when. In this standard an expired consent keeps its
 * status: its expiry is a separate field.
 */
export function accountConsentStatus(consent: SimConsentRow, at: Date): { status: ConsentStatus; since: Date } {
  const { createdAt, approvedAt, rejectedAt, terminatedAt } = consent;
  const status = consentStatusOf(consent, at);
  if (status === "received") return { status: "AwaitingAuthorisation", since: createdAt };
  if (status === "terminatedByTpp") return { status: "Revoked", since: terminatedAt ?? createdAt };
  if (status === "rejected") return { status: "Rejected", since: rejectedAt ?? createdAt };
  return { status: "Authorised", since: approvedAt ?? createdAt };
}

/** The current state of a token's or an authorisation's consent; null: there is none. */
export async function findConsentOf(of: {
  bank: string;
  clientId: string;
  scope: Scope;
  consentId: string;
}): Promise<{ status: ConsentStatus } | null> {
  const { bank, clientId, scope, consentId } = of;
  if (scope === "payments") {
    const payment = await findPaymentConsent(bank, clientId, consentId);
    return payment && paymentConsentStatus(payment, payment.readAt);
  }
  const consent = await findAccountConsent(bank, consentId);
  return consent && accountConsentStatus(consent, await readNow());
}
