import type { z } from "zod";
import { sha256 } from "../../../server/lib/crypto";
import { fromDecimalString } from "../../../server/lib/money/money";
import { balanceOf, maybePayer } from "../ledger-store";
import { takeOrder } from "../payment-life";
import { readNow, type SimPaymentRow } from "../store";
import { CURRENCY, ibanOf } from "./account-identification";
import { addressesOf } from "./addresses";
import { findPaymentConsent } from "./consents";
import { bankOffers, PRODUCT_OF } from "./local-instruments";
import { SIGNATURE_HEADER, verifyMessage } from "./message-signature";
import { type Bearer, requireConsentToken, requireOwnToken } from "./oauth/bearer";
import type { Client } from "./oauth/clients";
import { consentSchema, type Details, detailsSchema, type Initiation } from "./payment-schema";
import { paymentConsentStatus } from "./payment-status";
import { parseBody, readJsonText } from "./read-body";
import { badRequest, refusal } from "./refusal";
import { type Result, resource } from "./resource-answers";

const MAX_KEY_LENGTH = 40;
const KEY_HEADER = "x-idempotency-key";
const INITIATION = "Data.Initiation";

/** `POST /domestic-payment-consents`: idempotent by its key for 24 hours. */
export async function createPaymentConsent(request: Request, bank: string, bearer: Bearer): Promise<Result> {
  const client = requireOwnToken(bearer);
  const { key, text, body } = await readOrder(request, client, consentSchema);
  const { Data, Risk } = body;
  const { Initiation: initiation, ReadRefundAccount: readRefundAccount } = Data;
  const details: Details = { clientId: client.clientId, initiation, risk: Risk, readRefundAccount };
  const taken = await takeOrder({
    bank,
    standard: "ob-uk",
    requestId: key,
    bodyHash: sha256(text),
    details,
    ...(await orderOf(bank, initiation)),
  });
  if (taken.kind === "down")
    throw refusal(503, [{ code: "UK.OBIE.UnexpectedError", message: "The bank is not available right now." }]);
  // The only refusal in v3.1.11 that concerns the payment and not the request.
  if (taken.kind === "refused")
    throw badRequest("UK.OBIE.Rules.AfterCutOffDateTime", "The bank rejects this payment.", INITIATION);
  if (taken.kind === "other-body") throw otherBody();
  return { answer: await consentAnswer(201, taken.payment), spoilt: taken.spoilt };
}

/**
 * The idempotency key, the text and the parsed body of a signed order.
 * @throws refusal 400, 415
 */
export async function readOrder<T extends z.ZodType>(request: Request, client: Client, schema: T) {
  const key = readKey(request);
  const text = await readJsonText(request);
  await verifyMessage(request.headers.get(SIGNATURE_HEADER), text, client);
  return { key, text, body: parseBody(schema, text) };
}

/** @throws refusal 400 UK.OBIE.Header.* */
function readKey(request: Request): string {
  const key = request.headers.get(KEY_HEADER);
  if (key === null || key === "") throw badRequest("UK.OBIE.Header.Missing", "A key is required.", KEY_HEADER);
  if (key.length <= MAX_KEY_LENGTH) return key;
  throw badRequest("UK.OBIE.Header.Invalid", `The key must have at most ${MAX_KEY_LENGTH} characters.`, KEY_HEADER);
}

/** The key was used before with another body. */
export function otherBody(): Error {
  return badRequest("UK.OBIE.Header.Invalid", "The key was used for another request.", KEY_HEADER);
}

async function orderOf(bank: string, initiation: Initiation) {
  const { InstructedAmount, CreditorAccount, DebtorAccount, LocalInstrument = "UK.OBIE.FPS" } = initiation;
  const product = PRODUCT_OF[LocalInstrument];
  if (!product || !bankOffers(bank, product)) {
    const message = "This bank does not support this payment instrument.";
    throw badRequest("UK.OBIE.Unsupported.LocalInstrument", message, `${INITIATION}.LocalInstrument`);
  }
  const { Amount, Currency } = InstructedAmount;
  const amountPath = `${INITIATION}.InstructedAmount`;
  if (Currency !== CURRENCY)
    throw badRequest(
      "UK.OBIE.Unsupported.Currency",
      `This bank supports payments in ${CURRENCY}.`,
      `${amountPath}.Currency`,
    );
  const amount = fromDecimalString(Amount, Currency);
  if (amount === null || amount < 1n)
    throw badRequest("UK.OBIE.Field.Invalid", "The amount is not valid in this currency.", `${amountPath}.Amount`);
  const creditorIban = await ibanOf(CreditorAccount, `${INITIATION}.CreditorAccount`);
  const debtorPath = `${INITIATION}.DebtorAccount`;
  const debtorIban = DebtorAccount ? await ibanOf(DebtorAccount, debtorPath) : null;
  if (debtorIban !== null && !(await maybePayer(bank, { debtorIban, creditorIban, currency: Currency })))
    throw badRequest("UK.OBIE.Field.Invalid", "This bank does not have this account.", `${debtorPath}.Identification`);
  return {
    product,
    amount,
    currency: Currency,
    endToEndId: initiation.EndToEndIdentification,
    creditorIban,
    creditorName: CreditorAccount.Name,
    debtorIban,
    remittance: remittanceOf(initiation),
  };
}

/** As one text: the reference, and the unstructured information. */
function remittanceOf({ RemittanceInformation: { Reference = "", Unstructured = "" } = {} }: Initiation) {
  const text = Unstructured.startsWith(Reference) ? Unstructured : `${Reference} ${Unstructured}`.trim();
  return text === "" ? null : text;
}

/** `GET /domestic-payment-consents/{ConsentId}`. */
export async function readPaymentConsent(bank: string, bearer: Bearer, id: string): Promise<Result> {
  const payment = await findPaymentConsent(bank, requireOwnToken(bearer).clientId, id);
  if (!payment) throw badRequest("UK.OBIE.Resource.NotFound", "No such consent at this bank.", "ConsentId");
  return { answer: await consentAnswer(200, payment) };
}

async function consentAnswer(status: number, payment: SimPaymentRow) {
  const { initiation, risk, readRefundAccount } = detailsSchema.parse(payment.details);
  const consent = paymentConsentStatus(payment, payment.readAt);
  const self = `${addressesOf(payment.bank).paymentInitiation}/domestic-payment-consents/${payment.id}`;
  const data = {
    ConsentId: payment.id,
    CreationDateTime: payment.createdAt.toISOString(),
    Status: consent.status,
    StatusUpdateDateTime: consent.since.toISOString(),
    ReadRefundAccount: readRefundAccount,
    Initiation: initiation,
  };
  return { status, body: resource(self, data, { Risk: risk }) };
}

/** `GET /domestic-payment-consents/{ConsentId}/funds-confirmation`: only while it is authorised. */
export async function confirmFunds(bank: string, bearer: Bearer, id: string): Promise<Result> {
  const { client, consentId } = requireConsentToken(bearer);
  const payment = id === consentId ? await findPaymentConsent(bank, client.clientId, id) : null;
  if (!payment)
    throw badRequest("UK.OBIE.Resource.NotFound", "The token is not for this kind of consent.", "ConsentId");
  const now = await readNow();
  const { status } = paymentConsentStatus(payment, now);
  if (status !== "Authorised" || !payment.debtorAccountId)
    throw badRequest("UK.OBIE.Resource.InvalidConsentStatus", `The consent is ${status}.`, "ConsentId");
  const isEnough = (await balanceOf(payment.debtorAccountId)) >= payment.amount;
  const result = {
    FundsAvailableDateTime: now.toISOString(),
    FundsAvailable: isEnough && payment.scenario !== "NOFUNDS",
  };
  const self = `${addressesOf(bank).paymentInitiation}/domestic-payment-consents/${id}/funds-confirmation`;
  return { answer: { status: 200, body: resource(self, { FundsAvailableResult: result }) } };
}
