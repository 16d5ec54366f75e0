import { AppError, type FieldError } from "../lib/errors";
import { MAX_REFERENCE_GBP } from "../lib/fields";
import { readableCode } from "../lib/readable-code";

const REFERENCE_GROUPS = 2;

/** A payment reference for an order that came without one: short, readable, fit for every scheme. */
export function newPaymentReference(): string {
  return readableCode(REFERENCE_GROUPS);
}

/**
 * What one field alone cannot tell: a GBP reference is at most 18 characters, and a live payment leads back over https.
 * Fields are named as in the bodies of endpoints 4 and 7. @throws AppError VALIDATION_ERROR
 */
export function checkOrder(order: {
  currency: string;
  paymentReference: string | undefined;
  redirects: { success_url: string; failure_url: string } | undefined;
  test: boolean;
}): void {
  const errors: FieldError[] = [];
  if (order.currency === "GBP" && (order.paymentReference?.length ?? 0) > MAX_REFERENCE_GBP) {
    errors.push({ field: "order.payment_reference", message: `at most ${MAX_REFERENCE_GBP} characters for GBP` });
  }
  for (const name of ["success_url", "failure_url"] as const) {
    const url = order.redirects?.[name];
    if (url && !order.test && !/^https:/i.test(url))
      errors.push({ field: `redirect_urls.${name}`, message: "https is required for live payments" });
  }
  if (errors.length > 0) throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
}
