import { z } from "zod";
import { toDecimalString } from "../../lib/money/money";
import { notOffered } from "../parse-response";
import type { BankConnector, Initiation, InitiationCall, Outcome, PaymentRef } from "../port";
import type { BankProfile } from "../profile-schema";
import { creditorName, toSepaText } from "../sepa-text";
import { timeLeft } from "../time-left";
import { approvalOf, approvalSchema, redirectHeaders } from "./approval";
import { callBank, psuHeaders } from "./call";

const MAX_REMITTANCE_LENGTH = 140;
/** Faster Payments carries 18 characters of reference. */
const MAX_FPS_REMITTANCE_LENGTH = 18;

const initiationSchema = approvalSchema.extend({
  transactionStatus: z.string().min(1),
  paymentId: z.string().min(1),
});

/** Body of `POST /v1/payments/{product}` (NextGenPSD2 1.3.11, paymentInitiation_json). */
export const prepareInitiation: BankConnector["prepareInitiation"] = (_profile, order) => {
  const maxRemittance = order.scheme === "FASTER_PAYMENTS" ? MAX_FPS_REMITTANCE_LENGTH : MAX_REMITTANCE_LENGTH;
  const body = {
    endToEndIdentification: order.endToEndId,
    ...(order.debtorIban === undefined ? {} : { debtorAccount: { iban: order.debtorIban } }),
    instructedAmount: { currency: order.money.currency, amount: toDecimalString(order.money) },
    creditorAccount: { iban: order.creditor.iban },
    creditorName: creditorName(order.creditor.name),
    remittanceInformationUnstructured: toSepaText(order.remittance, maxRemittance) || order.endToEndId,
  };
  return { body: JSON.stringify(body) };
};

/**
 * `POST /v1/payments/{product}`, and the calls up to the PSU's approval. If only the later calls fail, the payment exists at
 * the bank without an approval.
 */
export async function initiate(profile: BankProfile, call: InitiationCall): Promise<Outcome<Initiation>> {
  const url = productUrl(profile, call.scheme);
  if (url === null) return notOffered(call.scheme);
  const headers = approvalHeaders(profile, call);
  const leftMs = timeLeft(profile.initiateTimeoutMs);
  const outcome = await callBank(profile, {
    operation: "initiate",
    method: "POST",
    url,
    headers: { ...headers, "TPP-Rejection-NoFunds-Preferred": "true" },
    body: call.body,
    requestId: call.idempotencyKey,
    deadlineMs: leftMs(),
    schema: initiationSchema,
  });
  if (!outcome.ok) return outcome;
  const { paymentId, transactionStatus } = outcome.value.value;
  const subject = { service: "PIS" as const, id: paymentId };
  const context = { subject, redirect: call.redirect, headers, leftMs };
  const approval = await approvalOf(profile, outcome.value, context);
  if (!approval.ok) return approval;
  return {
    ok: true,
    value: { bankPaymentId: paymentId, consentId: null, status: transactionStatus, ...approval.value },
  };
}

function approvalHeaders(
  profile: BankProfile,
  { psu, redirect, notificationUri }: InitiationCall,
): Record<string, string> {
  return {
    ...psuHeaders(profile, psu),
    ...redirectHeaders(profile, redirect),
    ...(notificationUri === undefined
      ? {}
      : {
          "TPP-Notification-URI": notificationUri,
          "TPP-Notification-Content-Preferred": "status=SCA,PROCESS,LAST",
        }),
  };
}

function productUrl(profile: BankProfile, scheme: string): string | null {
  const product = profile.products[scheme];
  return product === undefined ? null : `${profile.baseUrl}/v1/payments/${product}`;
}

/** The resource's address, for banks that gave no link. */
export function resourceUrl(profile: BankProfile, ref: PaymentRef, suffix: string): string | null {
  const base = productUrl(profile, ref.scheme);
  return base === null || ref.bankPaymentId === null
    ? null
    : `${base}/${encodeURIComponent(ref.bankPaymentId)}${suffix}`;
}
