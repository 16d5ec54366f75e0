import { receivingAccountFor } from "../../accounts/receiving-account";
import { isPayable, payableCurrencies } from "../../connectors/payable-currencies";
import { hasLiveConnections } from "../../connectors/profiles";
import { type Ctx, noteSubject } from "../../lib/context";
import { AppError, type FieldError, invalidField } from "../../lib/errors";
import { MAX_REFERENCE_GBP } from "../../lib/fields";
import { type Merchant, resolveMerchant } from "../../merchants/resolve-merchant";
import { refuseUnknownEndpoints } from "../../webhooks/endpoints/refuse-unknown-endpoints";
import { refuseSuspended } from "../attempts/payee";

/** The fields of every creation, with the names of endpoints 4 and 7. */
type Order = {
  merchant_id?: string | undefined;
  order: { currency: string; payment_reference?: string | undefined; test_transaction?: boolean | undefined };
  redirect_urls?: { success_url: string; failure_url: string } | undefined;
  webhook_endpoints?: string[] | undefined;
};

/** The body's names of the fields that are checked here. Endpoints 4 and 7 nest them, endpoint 10 does not. */
export type OrderFields = Record<"currency" | "payment_reference" | "success_url" | "failure_url", string>;

const NESTED: OrderFields = {
  currency: "order.currency",
  payment_reference: "order.payment_reference",
  success_url: "redirect_urls.success_url",
  failure_url: "redirect_urls.failure_url",
};

/** `webhookEndpoints`: the given names, each once. */
type AcceptedOrder = { merchant: Merchant; test: boolean; webhookEndpoints: string[] };

/**
 * Checks an order and resolves its merchant, for links and payment requests alike. It is a test if it says so, if the
 * credential is test-only, or if no live bank is connected.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, FORBIDDEN_CREATE, VALIDATION_ERROR, UNKNOWN_WEBHOOK_ENDPOINT
 */
export async function acceptOrder(ctx: Ctx, input: Order, fields = NESTED): Promise<AcceptedOrder> {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  const test = input.order.test_transaction === true || ctx.caller.testOnly || !(await hasLiveConnections());
  noteSubject(ctx, { test });
  refuseSuspended(merchant, { test });
  const errors = crossFieldErrors(input, test, fields);
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
  const names = input.webhook_endpoints ?? [];
  await refuseUnknownEndpoints(ctx, { merchantId: merchant.id, test, names });
  const { currency } = input.order;
  if (test) await refuseUnpayableInTest(currency, fields.currency);
  else if (!(await receivingAccountFor(ctx, { merchantId: merchant.id, currency, test }))) {
    throw invalidField(
      fields.currency,
      "no account receives this currency: ask the operator of this installation to add one",
    );
  }
  return { merchant, test, webhookEndpoints: [...new Set(names)] };
}

/**
 * A test payment goes to a simulated account of any currency, so only the banks limit it: without one the customer could
 * choose nothing, and a mistake would pass every test.
 * @throws AppError VALIDATION_ERROR on the currency
 */
async function refuseUnpayableInTest(currency: string, field: string): Promise<void> {
  if (await isPayable(currency, "test")) return;
  const payable = await payableCurrencies("test");
  if (payable.length === 0)
    throw invalidField(
      field,
      "no bank is connected for test payments: ask the operator of this installation to connect one",
    );
  throw invalidField(field, `no bank for test payments has the currency ${currency}; use ${payable.join(", ")}`);
}

/** Rules over several fields: GBP references are short, and live redirect URLs are https. */
function crossFieldErrors(
  { order, redirect_urls: redirects }: Order,
  test: boolean,
  fields: OrderFields,
): FieldError[] {
  const errors: FieldError[] = [];
  if (order.currency === "GBP" && (order.payment_reference?.length ?? 0) > MAX_REFERENCE_GBP) {
    errors.push({ field: fields.payment_reference, message: `at most ${MAX_REFERENCE_GBP} characters for GBP` });
  }
  for (const name of ["success_url", "failure_url"] as const) {
    if (redirects && !test && !/^https:/i.test(redirects[name])) {
      errors.push({ field: fields[name], message: "must be https, except in test" });
    }
  }
  return errors;
}
