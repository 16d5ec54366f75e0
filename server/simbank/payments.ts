import { createHash } from "node:crypto";
import { newSecret } from "../lib/crypto";
import { env } from "../lib/env";
import { isUuid } from "../lib/ids";
import { fromDecimalString, toDecimalString } from "../lib/money";
import { emptyAnswer, errorAnswer, jsonAnswer, parseJson, readBody } from "./answers";
import { PRODUCTS, REASONS, SLOW_ANSWER_MS, scenarioOf, stateOf } from "./rules";
import { firstProblem, type InitiationBody, initiationSchema } from "./schema";
import {
  findPayment,
  findRepeated,
  inSimTransaction,
  insertPayment,
  lockPayment,
  lockRequestId,
  markCancelled,
  readNow,
  type SimPaymentRow,
} from "./store";

type Payment = NonNullable<SimPaymentRow>;

/** `POST /v1/payments/{product}`: idempotent by X-Request-ID for 24 hours. */
export async function createPayment(request: Request, bank: string, product: string): Promise<Response> {
  if (!(product in PRODUCTS))
    return errorAnswer(request, 404, "PRODUCT_UNKNOWN", "This bank does not offer the product.");
  const call = await readInitiation(request, product);
  if (call instanceof Response) return call;
  const { body, amount, requestId } = call;
  const remittance = body.remittanceInformationUnstructured ?? null;
  const scenario = scenarioOf(remittance);
  if (scenario === "DOWN")
    return errorAnswer(request, 503, "SERVICE_UNAVAILABLE", "The bank is not available right now.");
  if (scenario === "REFUSED")
    return errorAnswer(request, 400, "PAYMENT_FAILED", "The bank does not take this payment.");

  const { payment, repeated } = await inSimTransaction(async (tx) => {
    await lockRequestId(tx, bank, requestId);
    const earlier = await findRepeated(tx, bank, requestId);
    if (earlier) return { payment: earlier, repeated: true };
    const created = await insertPayment(tx, {
      bank,
      product,
      requestId,
      bodyHash: call.bodyHash,
      endToEndId: body.endToEndIdentification ?? null,
      amount,
      currency: body.instructedAmount.currency,
      creditorIban: body.creditorAccount.iban,
      creditorName: body.creditorName,
      debtorIban: body.debtorAccount?.iban ?? null,
      remittance,
      okUri: call.okUri,
      nokUri: call.nokUri,
      authorisationId: newSecret("sca_"),
    });
    return { payment: created, repeated: false };
  });
  if (!Buffer.from(payment.bodyHash).equals(call.bodyHash)) {
    return errorAnswer(
      request,
      400,
      "PARAMETER_NOT_CONSISTENT",
      "X-Request-ID was used for another payment.",
      "X-Request-ID",
    );
  }
  if (scenario === "SLOW" && !repeated) await new Promise((resolve) => setTimeout(resolve, SLOW_ANSWER_MS));
  return createdAnswer(request, payment);
}

type InitiationCall = {
  body: InitiationBody;
  amount: bigint;
  requestId: string;
  bodyHash: Uint8Array<ArrayBuffer>;
  okUri: string;
  nokUri: string;
};

async function readInitiation(request: Request, product: string): Promise<InitiationCall | Response> {
  const requestId = request.headers.get("X-Request-ID") ?? "";
  const okUri = request.headers.get("TPP-Redirect-URI") ?? "";
  const nokUri = request.headers.get("TPP-Nok-Redirect-URI") ?? okUri;
  const refuse = (path: string, text: string) => errorAnswer(request, 400, "FORMAT_ERROR", text, path);
  if (!isUuid(requestId)) return refuse("X-Request-ID", "A uuid is required.");
  if (!request.headers.get("PSU-IP-Address")) return refuse("PSU-IP-Address", "The shopper's address is required.");
  if (!isOurs(okUri) || !isOurs(nokUri))
    return refuse(
      "TPP-Redirect-URI",
      "This bank approves by redirect, and sends shoppers back to this installation only.",
    );
  const text = await readBody(request);
  if (text === null) return refuse("body", "The body is too long.");
  const parsed = initiationSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    const { path, text: problem } = firstProblem(parsed.error);
    return refuse(path, problem);
  }
  const { currency, amount: decimal } = parsed.data.instructedAmount;
  const amount = fromDecimalString(decimal, currency);
  if (amount === null || amount < 1n) return refuse("instructedAmount.amount", "No amount of this currency.");
  if (product.includes("sepa") && currency !== "EUR")
    return refuse("instructedAmount.currency", "SEPA moves euro only.");
  const bodyHash = new Uint8Array(createHash("sha256").update(`${product}\n${text}`, "utf8").digest());
  return { body: parsed.data, amount, requestId, bodyHash, okUri, nokUri };
}

// A real bank asks that the address is covered by the caller's certificate. Anyone may call this one, and it stands on the
// product's own origin: it must not lead anywhere else.
function isOurs(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === new URL(env().baseUrl).origin;
}

async function createdAnswer(request: Request, payment: Payment): Promise<Response> {
  const self = `/simbank/${payment.bank}/xs2a/v1/payments/${payment.product}/${payment.id}`;
  const { transactionStatus } = stateOf(payment, await readNow());
  const body = {
    transactionStatus,
    paymentId: payment.id,
    _links: {
      scaRedirect: { href: `/simbank/${payment.bank}/approve/${payment.authorisationId}` },
      self: { href: self },
      status: { href: `${self}/status` },
      scaStatus: { href: `${self}/authorisations/${payment.authorisationId}` },
    },
  };
  return jsonAnswer(request, 201, body, { Location: self, "ASPSP-SCA-Approach": "REDIRECT" });
}

type Address = { bank: string; product: string; id: string };

async function readPayment(address: Address): Promise<Payment | null> {
  return isUuid(address.id) ? findPayment(address) : null;
}

function unknownPayment(request: Request): Response {
  return errorAnswer(request, 404, "RESOURCE_UNKNOWN", "No such payment at this bank.");
}

/** `GET …/{paymentId}/status`: 200 even when the payment failed. */
export async function paymentStatus(request: Request, address: Address): Promise<Response> {
  const payment = await readPayment(address);
  if (!payment) return unknownPayment(request);
  const { transactionStatus, reason } = stateOf(payment, await readNow());
  if (reason === null) return jsonAnswer(request, 200, { transactionStatus });
  const message = { category: "ERROR", code: "PAYMENT_FAILED", text: `${reason}: ${REASONS[reason] ?? "refused"}` };
  return jsonAnswer(request, 200, { transactionStatus, tppMessages: [message] });
}

/** `GET …/{paymentId}`: what was ordered, and how it stands. */
export async function paymentDetails(request: Request, address: Address): Promise<Response> {
  const payment = await readPayment(address);
  if (!payment) return unknownPayment(request);
  const { transactionStatus } = stateOf(payment, await readNow());
  return jsonAnswer(request, 200, {
    ...(payment.endToEndId === null ? {} : { endToEndIdentification: payment.endToEndId }),
    ...(payment.debtorIban === null ? {} : { debtorAccount: { iban: payment.debtorIban } }),
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

/** `GET …/authorisations/{authorisationId}`. */
export async function authorisationStatus(
  request: Request,
  address: Address,
  authorisationId: string,
): Promise<Response> {
  const payment = await readPayment(address);
  if (payment?.authorisationId !== authorisationId) return unknownPayment(request);
  return jsonAnswer(request, 200, { scaStatus: stateOf(payment, await readNow()).scaStatus });
}

/** `DELETE …/{paymentId}`: only while nobody has approved. */
export async function cancelPayment(request: Request, address: Address): Promise<Response> {
  if (!(await readPayment(address))) return unknownPayment(request);
  const cancelled = await inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, { bank: address.bank, id: address.id });
    if (!payment) return false;
    const { transactionStatus } = stateOf(payment, await readNow(tx));
    if (transactionStatus === "RCVD") await markCancelled(tx, payment.id);
    return transactionStatus === "RCVD" || transactionStatus === "CANC";
  });
  if (cancelled) return emptyAnswer(request);
  return errorAnswer(request, 405, "CANCELLATION_INVALID", "The payment was answered already.");
}
