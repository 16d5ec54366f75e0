import { z } from "zod";
import { toDecimalString } from "../../lib/money/money";
import { notOffered, unreadable } from "../parse-response";
import type { Authorisation, BankConnector, Failure } from "../port";
import { creditorName, toSepaText } from "../sepa-text";
import { accountOf } from "./account-number";
import { authorisationUrl } from "./authorisation-request";
import { callBank } from "./call";

/** Faster Payments carries 18 characters of a reference, and the standard's other schemes no more. */
const MAX_REFERENCE_LENGTH = 18;
/** Received by the bank, not yet approved. */
const RECEIVED = "RCVD";

const consentSchema = z.object({
  Data: z.object({ ConsentId: z.string().min(1), Status: z.string().min(1) }),
});

/** Body of `POST /domestic-payment-consents` (OBWriteDomesticConsent4). */
export const prepareInitiation: BankConnector["prepareInitiation"] = (profile, order) => {
  const { endToEndId, money, creditor, scheme, remittance, debtorIban } = order;
  const instrument = profile.products[scheme];
  const initiation = {
    InstructionIdentification: endToEndId,
    EndToEndIdentification: endToEndId,
    ...(instrument === undefined ? {} : { LocalInstrument: instrument }),
    InstructedAmount: { Amount: toDecimalString(money), Currency: money.currency },
    ...(debtorIban === undefined ? {} : { DebtorAccount: accountOf(debtorIban) }),
    CreditorAccount: {
      ...accountOf(creditor.iban),
      Name: creditorName(creditor.name),
    },
    RemittanceInformation: {
      Reference: toSepaText(remittance, MAX_REFERENCE_LENGTH) || endToEndId.slice(0, MAX_REFERENCE_LENGTH),
    },
  };
  return {
    body: JSON.stringify({
      // The refund account names the payer.
      Data: { ReadRefundAccount: "Yes", Initiation: initiation },
      Risk: { PaymentContextCode: "EcommerceMerchantInitiatedPayment" },
    }),
  };
};

/** `POST /domestic-payment-consents`: moves no money; the PSU then approves the consent at the bank. */
export const initiate: BankConnector["initiate"] = async (profile, call) => {
  if (profile.products[call.scheme] === undefined) return notOffered(call.scheme);
  const outcome = await callBank(profile, {
    operation: "initiate",
    kind: "consent",
    path: "/pisp/domestic-payment-consents",
    body: call.body,
    idempotencyKey: call.idempotencyKey,
    psu: call.psu,
    deadlineMs: profile.initiateTimeoutMs,
    schema: consentSchema,
  });
  if (!outcome.ok) return outcome;
  const { ConsentId: consentId, Status } = outcome.value.Data;
  const state = authorisationState(Status);
  if (state === "rejected")
    return { ok: false, kind: "rejected", code: Status, detail: "The bank rejected the consent immediately." };
  const url = await authorisationUrl(profile, { consentId, scope: "payments", redirect: call.redirect });
  return {
    ok: true,
    value: { bankPaymentId: null, consentId, status: RECEIVED, links: {}, next: { kind: "redirect", url } },
  };
};

/** `GET /domestic-payment-consents/{ConsentId}`, with our own token, so it works without the grant. */
export const authorisation: NonNullable<BankConnector["authorisation"]> = async (profile, { consentId, psu }) => {
  if (consentId === null) return withoutId("ConsentId");
  const outcome = await callBank(profile, {
    operation: "consent",
    kind: "read",
    path: `/pisp/domestic-payment-consents/${encodeURIComponent(consentId)}`,
    psu,
    deadlineMs: profile.statusTimeoutMs,
    schema: consentSchema,
  });
  if (!outcome.ok) return outcome;
  const { ConsentId, Status } = outcome.value.Data;
  const state = authorisationState(Status);
  if (ConsentId !== consentId) return unreadable("the id of another consent");
  return state ? { ok: true, value: { state } } : unreadable(`the consent's status ${Status}`);
};

/** OBPaymentConsentStatus of v3.1, and its four-letter codes of v4. */
function authorisationState(word: string): Authorisation["state"] | null {
  switch (word) {
    case "AwaitingAuthorisation":
    case "AWAU":
      return "awaiting";
    case "Authorised":
    case "AUTH":
      return "authorised";
    case "Consumed":
    case "COND":
      return "consumed";
    case "Rejected":
    case "RJCT":
      return "rejected";
    default:
      return null;
  }
}

/** A call without the id that it needs. */
export function withoutId(name: string): Failure {
  return { ok: false, kind: "invalid", detail: `The payment has no ${name}.` };
}
