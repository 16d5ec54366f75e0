import { findBank } from "../../banks/find-bank";
import { type Ctx, noteSubject } from "../../lib/context";
import { newSecret, seal, sha256 } from "../../lib/crypto";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { newPaymentReference } from "../../lib/money/payment-reference";
import { connectionForPayment } from "../bank-calls/connection";
import { acceptOrder, type OrderFields } from "../links/accept-order";
import { listRememberedAccounts } from "../remembered-accounts/remembered-account-store";
import { insertRequest } from "./new-request-store";
import { PAYMENT_TOKEN_TTL_S } from "./rules";
import type { CreatedPaymentRequest, CreatePaymentRequest } from "./schema";

export const PAYMENT_TOKEN_PREFIX = "ptok_";

/**
 * Creates a payment request for the embedded checkout. Its token is a credential: returned once, stored as a hash, and
 * sealed for the return from the bank.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, FORBIDDEN_CREATE, UNKNOWN_WEBHOOK_ENDPOINT
 */
export function createPaymentRequest(ctx: Ctx, input: CreatePaymentRequest): Promise<CreatedPaymentRequest> {
  return takePaymentRequest(ctx, input, { flow: "embedded" });
}

/** What differs by flow: the names of the body's fields, and a preselected bank. */
type Flow = {
  flow: "embedded" | "redirect";
  fields?: OrderFields;
  selectedBank?: { id: string; field: string } | undefined;
};

/** The same for any flow. @throws what createPaymentRequest throws; for a chosen bank BANK_NOT_FOUND, MISSING_CONVERTED_AMOUNT */
export async function takePaymentRequest(
  ctx: Ctx,
  input: CreatePaymentRequest,
  { flow, fields, selectedBank }: Flow,
): Promise<CreatedPaymentRequest> {
  const { order, redirect_urls: redirects } = input;
  const { merchant, test, webhookEndpoints } = await acceptOrder(ctx, input, fields);
  const paymentReference = order.payment_reference ?? newPaymentReference();
  if (selectedBank) {
    const bank = await findBank(ctx, selectedBank.id);
    if (!bank) throw new AppError("BANK_NOT_FOUND");
    const payment = { currency: order.currency, test, merchantId: merchant.id, paymentReference };
    await connectionForPayment(bank, payment, selectedBank.field);
  }
  const id = newId();
  const token = newSecret(PAYMENT_TOKEN_PREFIX);
  await insertRequest(ctx, {
    id,
    merchantId: merchant.id,
    flow,
    paymentLinkId: null,
    tokenHash: sha256(token),
    tokenSealed: seal(token, id),
    amount: BigInt(order.amount),
    currency: order.currency,
    paymentReference,
    orderId: order.order_id ?? id,
    locale: order.locale ?? "en",
    test,
    rewards: order.rewards ?? null,
    customer: input.customer ?? null,
    billingAddress: input.billing_address ?? null,
    deviceType: input.device_type ?? null,
    selectedBankId: selectedBank?.id ?? null,
    successUrl: redirects?.success_url ?? null,
    failureUrl: redirects?.failure_url ?? null,
    metadata: {},
    webhookEndpoints,
    ttlS: PAYMENT_TOKEN_TTL_S,
  });
  noteSubject(ctx, { paymentRequestId: id });
  const owner = { merchantId: merchant.id, customerId: input.customer?.id, test };
  const accounts = await customerBankAccounts(ctx, owner, order.currency);
  return { payment_token: token, expires_in: PAYMENT_TOKEN_TTL_S, payment_request_id: id, ...accounts };
}

/** The accounts that the payment can be initiated with; the field is left out if there are none. */
async function customerBankAccounts(
  ctx: Ctx,
  { customerId, ...owner }: { merchantId: string; customerId: string | undefined; test: boolean },
  currency: string,
): Promise<Pick<CreatedPaymentRequest, "customer_bank_accounts">> {
  if (customerId === undefined) return {};
  const accounts = await listRememberedAccounts(dbOf(ctx), { ...owner, customerId }, currency);
  if (accounts.length === 0) return {};
  return {
    customer_bank_accounts: accounts.map(({ id, bankId, bankName, accountMasked, lastUsedAt }) => ({
      id,
      bank_id: bankId,
      bank_name: bankName,
      account_masked: accountMasked,
      last_used_at: lastUsedAt.toISOString(),
    })),
  };
}
