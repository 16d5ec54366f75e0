import { MAX_ATTEMPTS } from "../../lib/bounds";
import type { Ctx } from "../../lib/context";
import { newSecret, open, seal, sha256 } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { readPaymentsLeft } from "../attempts/attempt-limit-store";
import { payeeOf } from "../attempts/payee";
import { PAYMENT_TOKEN_PREFIX } from "../requests/create-payment-request";
import { insertRequest } from "../requests/new-request-store";
import { PAYMENT_TOKEN_TTL_S } from "../requests/rules";
import { type RequestRow, readRequest } from "../requests/store";
import { findLinkByToken, type PaymentLink } from "./find-link";
import { findOpenRequestOfLink } from "./link-request-store";
import { lockLink } from "./mark-link";

/**
 * The payment request when a bank is chosen on a link: the one that may still pay, else one that can still be started,
 * else a new one. Opening a link creates none, and neither does a customer who saw another amount (`seenAmount`, in minor
 * units), nor one after too many: each would end with an event to the merchant.
 * @throws AppError PAYMENT_LINK_NOT_FOUND, PAYMENT_LINK_NOT_ACTIVE, FORBIDDEN_CREATE; VALIDATION_ERROR on payment_token
 *   after too many payments of the link, on seen_amount
 */
export async function requestOfLink(
  ctx: Ctx,
  linkToken: string,
  seenAmount: number,
): Promise<{ request: RequestRow; paymentToken: string }> {
  const link = await findLinkByToken(ctx, linkToken);
  if (!link) throw new AppError("PAYMENT_LINK_NOT_FOUND");
  return inTransaction(ctx, async (tx) => {
    // Two at once find, or create, the same one.
    const status = await lockLink(tx, link.id);
    const existing = await findOpenRequestOfLink(tx, link.id);
    if (existing && (existing.liveAttemptId || status === "active")) {
      return { request: existing, paymentToken: open(existing.tokenSealed, existing.id) };
    }
    if (status !== "active") throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { metadata: { link_status: status } });
    await payeeOf({ ...ctx, tx }, link);
    if (BigInt(seenAmount) !== link.amount) throw invalidField("seen_amount", "is not the amount of the link");
    if (!(await readPaymentsLeft(tx, link.id))) throw tooManyPayments(link.id);
    return createRequestOfLink(tx, link);
  });
}

function tooManyPayments(linkId: string): AppError {
  log().warn({ payment_request_id: null, payment_link_id: linkId }, "no further attempt: MAX_ATTEMPTS in an hour");
  const message = `is of a link that had ${MAX_ATTEMPTS} attempts, or as many payments without one, in the last hour`;
  return invalidField("payment_token", message);
}

async function createRequestOfLink(tx: Tx, link: PaymentLink): Promise<{ request: RequestRow; paymentToken: string }> {
  const id = newId();
  const paymentToken = newSecret(PAYMENT_TOKEN_PREFIX);
  await insertRequest(
    { tx },
    {
      id,
      merchantId: link.merchantId,
      flow: "link",
      paymentLinkId: link.id,
      tokenHash: sha256(paymentToken),
      tokenSealed: seal(paymentToken, id),
      amount: link.amount,
      currency: link.currency,
      paymentReference: link.paymentReference,
      orderId: link.orderId,
      locale: link.locale,
      test: link.test,
      rewards: null,
      customer: null,
      billingAddress: null,
      deviceType: null,
      selectedBankId: null,
      successUrl: link.successUrl,
      failureUrl: link.failureUrl,
      metadata: link.metadata,
      webhookEndpoints: link.webhookEndpoints,
      ttlS: PAYMENT_TOKEN_TTL_S,
    },
  );
  return { request: await readRequest(tx, id), paymentToken };
}
