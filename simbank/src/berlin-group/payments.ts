import { isUuid } from "../../../server/lib/ids";
import { toDecimalString } from "../../../server/lib/money/money";
import { cancelOrder, GATEWAY_HTML, nextReadTrouble, takeOrder } from "../payment-life";
import { PRODUCTS, REASONS, stateOf } from "../rules";
import type { Xs2aCall } from "../simbank-call";
import { spoil } from "../spoil";
import { changeOpenPayment, findPayment, type SimPaymentRow } from "../store";
import { traitsOf } from "../traits";
import { pathsOf } from "./addresses";
import { emptyAnswer, errorAnswer, jsonAnswer } from "./answers";
import { notifyOfChange } from "./notifications";
import { readInitiation } from "./read-initiation";
import { firstAuthorisationId, newAuthorisationId, steer } from "./steering";

const RETRY_AFTER_S = 2;

/** The faulty answers of `SIM-BROKEN` and `SIM-429`. Null: the real status is returned. */
async function troubledStatus(request: Request, payment: SimPaymentRow): Promise<Response | null> {
  const trouble = await nextReadTrouble(payment);
  if (trouble === null) return null;
  if (trouble === "unknown-code") return jsonAnswer(request, 200, { transactionStatus: "XXXX" });
  if (trouble === "empty") return new Response(null, { status: 200 });
  if (trouble === "html") return new Response(GATEWAY_HTML, { status: 502, headers: { "Content-Type": "text/html" } });
  const headers = { "Retry-After": String(RETRY_AFTER_S) };
  return errorAnswer(request, 429, "ACCESS_EXCEEDED", "Too many requests.", { headers });
}

/** `POST /v1/payments/{product}`: idempotent by X-Request-ID for 24 hours, at banks with idempotency. */
export async function createPayment(call: Xs2aCall, product: string): Promise<Response> {
  const { request, bank } = call;
  if (!Object.hasOwn(PRODUCTS, product))
    return errorAnswer(request, 404, "PRODUCT_UNKNOWN", "This bank does not offer this payment product.");
  const order = await readInitiation(call, product);
  if (order instanceof Response) return order;
  const authorisationId = firstAuthorisationId(bank);
  const taken = await takeOrder({ ...order, authorisationId });
  if (taken.kind === "down")
    return errorAnswer(request, 503, "SERVICE_UNAVAILABLE", "The bank is not available right now.");
  if (taken.kind === "refused") return errorAnswer(request, 400, "PAYMENT_FAILED", "The bank rejects this payment.");
  if (taken.kind === "other-body") {
    const text = "This X-Request-ID was used for another payment.";
    return errorAnswer(request, 400, "PARAMETER_NOT_CONSISTENT", text, { path: "X-Request-ID" });
  }
  return spoil(await createdAnswer(request, taken.payment), taken.spoilt);
}

async function createdAnswer(request: Request, payment: SimPaymentRow): Promise<Response> {
  const self = selfOf(payment);
  const { transactionStatus } = stateOf(payment, payment.readAt);
  const { links, headers, psuMessage } = steer(payment.bank, self, payment.authorisationId);
  const body = {
    transactionStatus,
    paymentId: payment.id,
    _links: { ...links, self: { href: self }, status: { href: `${self}/status` } },
    psuMessage,
  };
  const push: Record<string, string> =
    payment.notificationUri === null
      ? {}
      : {
          "ASPSP-Notification-Support": "true",
          "ASPSP-Notification-Content": `status=${payment.notificationContent.join(",")}`,
        };
  return jsonAnswer(request, 201, body, { Location: self, ...headers, ...push });
}

function selfOf({ bank, product, id }: SimPaymentRow): string {
  return `${pathsOf(bank).xs2a}/payments/${product}/${id}`;
}

/** The payment with this address; null: there is none. */
export async function readPayment(bank: string, product: string, id: string): Promise<SimPaymentRow | null> {
  return isUuid(id) ? findPayment({ bank, product, id, standard: "berlin-group" }) : null;
}

/** `GET …/{paymentId}/status`: 200 even when the payment failed. */
export async function paymentStatus({ request }: Xs2aCall, payment: SimPaymentRow): Promise<Response> {
  const trouble = await troubledStatus(request, payment);
  if (trouble) return trouble;
  const state = stateOf(payment, payment.readAt);
  await notifyOfChange(payment, state);
  const { transactionStatus, reason } = state;
  if (reason === null) return jsonAnswer(request, 200, { transactionStatus });
  const message = { category: "ERROR", code: "PAYMENT_FAILED", text: `${reason}: ${REASONS[reason] ?? "refused"}` };
  return jsonAnswer(request, 200, { transactionStatus, tppMessages: [message] });
}

/** `GET …/{paymentId}`: the order and its status. */
export function paymentDetails({ request }: Xs2aCall, payment: SimPaymentRow): Response {
  const { currency, amount: amountMinor } = payment;
  // The account that the shopper chose, also where the order named none (guidelines v2: the resource returns it).
  const debtorIban = payment.debtorAccountIban ?? payment.debtorIban;
  return jsonAnswer(request, 200, {
    endToEndIdentification: payment.endToEndId ?? undefined,
    debtorAccount: debtorIban === null ? undefined : { iban: debtorIban },
    instructedAmount: { currency, amount: toDecimalString({ amountMinor, currency }) },
    creditorAccount: { iban: payment.creditorIban },
    creditorName: payment.creditorName,
    remittanceInformationUnstructured: payment.remittance ?? undefined,
    transactionStatus: stateOf(payment, payment.readAt).transactionStatus,
  });
}

/** `POST …/{paymentId}/authorisations`: at banks with explicit authorisations. A repeated call returns the same one. */
export async function startAuthorisation({ request }: Xs2aCall, payment: SimPaymentRow): Promise<Response> {
  const { bank, id } = payment;
  const started = await changeOpenPayment({ bank, id }, { authorisationId: newAuthorisationId() });
  if (!started) return errorAnswer(request, 409, "STATUS_INVALID", "The payment is not awaiting approval.");
  const { authorisationId } = started;
  const { links, headers, psuMessage } = steer(payment.bank, selfOf(payment), authorisationId);
  return jsonAnswer(request, 201, { scaStatus: "received", authorisationId, _links: links, psuMessage }, headers);
}

/** `GET …/authorisations`: their ids. */
export function listAuthorisations({ request }: Xs2aCall, payment: SimPaymentRow): Response {
  const { authorisationId } = payment;
  return jsonAnswer(request, 200, { authorisationIds: authorisationId === null ? [] : [authorisationId] });
}

/** `GET …/authorisations/{authorisationId}`. */
export function authorisationStatus({ request }: Xs2aCall, payment: SimPaymentRow): Response {
  return jsonAnswer(request, 200, { scaStatus: stateOf(payment, payment.readAt).scaStatus });
}

/** `DELETE …/{paymentId}`: only before the approval, and at banks that support cancellation. */
export async function cancelPayment({ request }: Xs2aCall, payment: SimPaymentRow): Promise<Response> {
  const { bank, id } = payment;
  if (!traitsOf(bank).cancel)
    return errorAnswer(request, 405, "CANCELLATION_INVALID", "This bank cannot cancel single payments.");
  const outcome = await cancelOrder({ bank, id });
  if (outcome === "cancelled") return emptyAnswer(request);
  return errorAnswer(request, 405, "CANCELLATION_INVALID", "The payment was already approved or rejected.");
}
