import { isDeepStrictEqual } from "node:util";
import { sha256 } from "../../../server/lib/crypto";
import { isUuid } from "../../../server/lib/ids";
import { findAccount } from "../ledger-store";
import { GATEWAY_HTML, nextReadTrouble, submitOrder } from "../payment-life";
import { findPayment, type SimPaymentRow } from "../store";
import { identificationOf } from "./account-identification";
import { addressesOf } from "./addresses";
import { findPaymentConsent } from "./consents";
import { notifyOfChange } from "./events";
import { type Bearer, requireConsentToken, requireOwnToken } from "./oauth/bearer";
import { otherBody, readOrder } from "./payment-consents";
import { detailsSchema, paymentSchema } from "./payment-schema";
import { paymentDetail, paymentStatus } from "./payment-status";
import { badRequest, refusal } from "./refusal";
import { type ObAnswer, type Result, resource } from "./resource-answers";

const RETRY_AFTER_S = 2;

/**
 * `POST /domestic-payments`: moves the money. Once, with the shopper's token for that consent. The same idempotency key
 * within 24 hours returns the same payment with its current status.
 */
export async function createPayment(request: Request, bank: string, bearer: Bearer): Promise<Result> {
  const { client, consentId } = requireConsentToken(bearer);
  const { key, text, body } = await readOrder(request, client, paymentSchema);
  const { Data, Risk } = body;
  const consent = await findPaymentConsent(bank, client.clientId, consentId);
  if (!consent) throw badRequest("UK.OBIE.Resource.NotFound", "No such consent at this bank.", "Data.ConsentId");
  const { initiation, risk } = detailsSchema.parse(consent.details);
  const other =
    (Data.ConsentId !== consentId && "Data.ConsentId") ||
    (!isDeepStrictEqual(Data.Initiation, initiation) && "Data.Initiation") ||
    (!isDeepStrictEqual(Risk, risk) && "Risk");
  if (other)
    throw badRequest(
      "UK.OBIE.Resource.ConsentMismatch",
      "The payment differs from the one that the consent was given for.",
      other,
    );
  const submitted = await submitOrder({ bank, id: consentId }, { orderKey: key, orderHash: sha256(text) });
  if (submitted.kind === "other-body") throw otherBody();
  if (submitted.kind !== "submitted") {
    const message =
      submitted.kind === "consumed" ? "The consent has already been used." : "The consent is not authorised.";
    throw badRequest("UK.OBIE.Resource.InvalidConsentStatus", message, "Data.ConsentId");
  }
  await notifyOfChange(submitted.payment, client);
  return { answer: await paymentAnswer(201, submitted.payment), spoilt: submitted.spoilt };
}

/** `GET /domestic-payments/{DomesticPaymentId}`. */
export async function readPayment(bank: string, bearer: Bearer, id: string): Promise<Result> {
  const payment = await findOwn(bank, bearer, id);
  await notifyOfChange(payment, bearer.client);
  const answer = await paymentAnswer(200, payment);
  return (await troubledRead(payment, answer)) ?? { answer };
}

/**
 * The faulty answers of `SIM-BROKEN` and `SIM-429` to a status request. Null: no fault.
 * @throws refusal 429
 */
async function troubledRead(payment: SimPaymentRow, answer: ObAnswer & { body: object }): Promise<Result | null> {
  const trouble = await nextReadTrouble(payment);
  if (trouble === null) return null;
  if (trouble === "busy") throw refusal(429, [], { "Retry-After": `${RETRY_AFTER_S}` });
  if (trouble === "html") return { answer: { status: 502, html: GATEWAY_HTML } };
  if (trouble === "empty") return { answer: { status: 200, headers: { "Content-Type": "application/json" } } };
  const { Data, ...rest } = answer.body as { Data: object };
  return { answer: { status: 200, body: { Data: { ...Data, Status: "XXXX" }, ...rest } } };
}

/** `GET /domestic-payments/{DomesticPaymentId}/payment-details`: with the reason of a rejection. */
export async function readPaymentDetails(bank: string, bearer: Bearer, id: string): Promise<Result> {
  const payment = await findOwn(bank, bearer, id);
  const data = { PaymentStatus: [paymentDetail(payment, payment.readAt)] };
  return { answer: { status: 200, body: resource(`${selfOf(payment)}/payment-details`, data) } };
}

async function findOwn(bank: string, bearer: Bearer, id: string): Promise<SimPaymentRow> {
  const { clientId } = requireOwnToken(bearer);
  const payment = isUuid(id) ? await findPayment({ bank, orderId: id }) : null;
  if (payment && detailsSchema.parse(payment.details).clientId === clientId) return payment;
  throw badRequest("UK.OBIE.Resource.NotFound", "No such payment at this bank.", "DomesticPaymentId");
}

function selfOf({ bank, orderId }: SimPaymentRow): string {
  return `${addressesOf(bank).paymentInitiation}/domestic-payments/${orderId}`;
}

async function paymentAnswer(status: number, payment: SimPaymentRow): Promise<ObAnswer & { body: object }> {
  const { initiation, readRefundAccount } = detailsSchema.parse(payment.details);
  const now = paymentStatus(payment, payment.readAt);
  const body = resource(selfOf(payment), {
    DomesticPaymentId: payment.orderId,
    ConsentId: payment.id,
    CreationDateTime: (payment.orderedAt ?? payment.createdAt).toISOString(),
    Status: now.status,
    StatusUpdateDateTime: now.since.toISOString(),
    ...(readRefundAccount === "Yes" ? await refundOf(payment) : {}),
    Initiation: initiation,
  });
  return { status, body };
}

/** The payer's account, for callers that asked for it because they may have to refund. */
async function refundOf({ debtorAccountId }: SimPaymentRow) {
  const account = debtorAccountId ? await findAccount({ id: debtorAccountId }) : null;
  return account ? { Refund: { Account: { ...identificationOf(account.iban), Name: account.holder } } } : {};
}
