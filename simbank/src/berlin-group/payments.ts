import { isUuid } from "../../../server/lib/ids";
import { toDecimalString } from "../../../server/lib/money/money";
import { cancelOrder, takeOrder } from "../payment-life";
import { PRODUCTS, REASONS, stateOf } from "../rules";
import type { Xs2aCall } from "../simbank-call";
import { spoil } from "../spoil";
import { changeOpenPayment, countRequests, findPayment, type PaymentKey, type SimPaymentRow } from "../store";
import { traitsOf } from "../traits";
import { pathsOf } from "./addresses";
import { emptyAnswer, errorAnswer, jsonAnswer } from "./answers";
import { notifyOfChange } from "./notifications";
import { readInitiation } from "./read-initiation";
import { firstAuthorisationId, newAuthorisationId, steer } from "./steering";

/** `SIM-429`: the number of status requests that are refused. */
const BUSY_TIMES = 2;
const RETRY_AFTER_S = 2;

/**
 * The faulty answers of `SIM-BROKEN` and `SIM-429` to the first status requests after the approval: an unknown code, a
 * gateway's HTML, a success without a body, each once; or two refusals. Null: the real status is returned.
 */
async function troubledStatus(request: Request, payment: SimPaymentRow): Promise<Response | null> {
  if (!payment.approvedAt || (payment.scenario !== "BROKEN" && payment.scenario !== "429")) return null;
  const turn = await countRequests(`${payment.scenario} ${payment.id}`);
  if (payment.scenario === "429") {
    if (turn > BUSY_TIMES) return null;
    const headers = { "Retry-After": String(RETRY_AFTER_S) };
    return errorAnswer(request, 429, "ACCESS_EXCEEDED", "Too many requests.", { headers });
  }
  if (turn === 1) return jsonAnswer(request, 200, { transactionStatus: "XXXX" });
  if (turn === 2) {
    const html = "<html><body><h1>502 Bad Gateway</h1></body></html>\n";
    return new Response(html, { status: 502, headers: { "Content-Type": "text/html" } });
  }
  return turn === 3 ? new Response(null, { status: 200 }) : null;
}

export type Address = { bank: string; product: string; id: string };

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
    const path = "X-Request-ID";
    return errorAnswer(request, 400, "PARAMETER_NOT_CONSISTENT", "This X-Request-ID was used for another payment.", {
      path,
    });
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
    ...(psuMessage === undefined ? {} : { psuMessage }),
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

function selfOf({ bank, product, id }: Address): string {
  return `${pathsOf(bank).xs2a}/payments/${product}/${id}`;
}

/** Null: no payment has this address. */
function keyOf(address: Address): PaymentKey | null {
  return isUuid(address.id) ? { ...address, standard: "berlin-group" } : null;
}

async function readPayment(address: Address): Promise<SimPaymentRow | null> {
  const key = keyOf(address);
  return key && findPayment(key);
}

function unknownPayment(request: Request): Response {
  return errorAnswer(request, 404, "RESOURCE_UNKNOWN", "No such payment at this bank.");
}

/** `GET …/{paymentId}/status`: 200 even when the payment failed. */
export async function paymentStatus({ request }: Xs2aCall, address: Address): Promise<Response> {
  const payment = await readPayment(address);
  if (!payment) return unknownPayment(request);
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
export async function paymentDetails({ request }: Xs2aCall, address: Address): Promise<Response> {
  const payment = await readPayment(address);
  if (!payment) return unknownPayment(request);
  const { transactionStatus } = stateOf(payment, payment.readAt);
  // The account that the shopper chose, also where the order named none (guidelines v2: the resource returns it).
  const debtorIban = payment.debtorAccountIban ?? payment.debtorIban;
  return jsonAnswer(request, 200, {
    ...(payment.endToEndId === null ? {} : { endToEndIdentification: payment.endToEndId }),
    ...(debtorIban === null ? {} : { debtorAccount: { iban: debtorIban } }),
    instructedAmount: {
      currency: payment.currency,
      amount: toDecimalString({ amountMinor: payment.amount, currency: payment.currency }),
    },
    creditorAccount: { iban: payment.creditorIban },
    creditorName: payment.creditorName,
    ...(payment.remittance === null ? {} : { remittanceInformationUnstructured: payment.remittance }),
    transactionStatus,
  });
}

/** `POST …/{paymentId}/authorisations`: at banks with explicit authorisations. A repeated call returns the same one. */
export async function startAuthorisation({ request }: Xs2aCall, address: Address): Promise<Response> {
  const key = keyOf(address);
  const payment = key && (await changeOpenPayment(key, { authorisationId: newAuthorisationId() }));
  if (!payment) {
    if (!(await readPayment(address))) return unknownPayment(request);
    return errorAnswer(request, 409, "STATUS_INVALID", "The payment is not awaiting approval.");
  }
  const { authorisationId } = payment;
  const { links, headers, psuMessage } = steer(address.bank, selfOf(payment), authorisationId);
  const body = {
    scaStatus: "received",
    authorisationId,
    _links: links,
    ...(psuMessage === undefined ? {} : { psuMessage }),
  };
  return jsonAnswer(request, 201, body, headers);
}

/** `GET …/authorisations`: their ids. */
export async function listAuthorisations({ request }: Xs2aCall, address: Address): Promise<Response> {
  const payment = await readPayment(address);
  if (!payment) return unknownPayment(request);
  const { authorisationId } = payment;
  return jsonAnswer(request, 200, { authorisationIds: authorisationId === null ? [] : [authorisationId] });
}

/** `GET …/authorisations/{authorisationId}`. */
export async function authorisationStatus(
  { request }: Xs2aCall,
  address: Address,
  authorisationId: string,
): Promise<Response> {
  const payment = await readPayment(address);
  if (!payment || payment.authorisationId !== authorisationId) return unknownPayment(request);
  return jsonAnswer(request, 200, { scaStatus: stateOf(payment, payment.readAt).scaStatus });
}

/** `DELETE …/{paymentId}`: only before the approval, and at banks that support cancellation. */
export async function cancelPayment({ request }: Xs2aCall, address: Address): Promise<Response> {
  const key = keyOf(address);
  if (!traitsOf(address.bank).cancel) {
    if (!(await readPayment(address))) return unknownPayment(request);
    return errorAnswer(request, 405, "CANCELLATION_INVALID", "This bank cannot cancel single payments.");
  }
  const outcome = key ? await cancelOrder(key) : "unknown";
  if (outcome === "unknown") return unknownPayment(request);
  if (outcome === "cancelled") return emptyAnswer(request);
  return errorAnswer(request, 405, "CANCELLATION_INVALID", "The payment was already approved or rejected.");
}
