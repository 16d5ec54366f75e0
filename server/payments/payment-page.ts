import type { ProcedurePath } from "../access/permissions";
import type { Ctx } from "../lib/context";
import { toDecimalString } from "../lib/money";
import { listDeliveries } from "../webhooks/list-deliveries";
import { getPayment } from "./get-payment";

const decimalOf = (amount: number, currency: string) => toDecimalString({ amountMinor: BigInt(amount), currency });

/** With the amount as people read it, by the currency's own number of decimals. */
export function withDecimal<T extends { amount: number; currency: string }>(payment: T): T & { decimal: string } {
  return { ...payment, decimal: decimalOf(payment.amount, payment.currency) };
}

/**
 * What the page of one payment shows: the payment, what was told of it, and what of the log of calls the user may see. What
 * `may` does not let them open is left out here, and not only on the page.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND
 */
export async function paymentPage(
  ctx: Ctx,
  input: { id: string; merchantId: string },
  may: (path: ProcedurePath) => boolean,
) {
  const { apiCalls, reversals, movements, ...detail } = await getPayment(ctx, input);
  const { currency } = detail;
  const told = await listDeliveries(ctx, { subjectId: detail.id, merchant_id: input.merchantId });
  const mayOpenCalls = may("developers.calls.get");
  const payment = withDecimal({
    ...detail,
    movements: movements.map(withDecimal),
    reversals: reversals.map((one) => ({ ...one, decimal: decimalOf(one.returned, currency) })),
    apiCalls: apiCalls.map(({ id, at, credential, method, status, errorCode, amount, ...call }) => ({
      id,
      at,
      credential,
      method,
      status,
      errorCode,
      decimal: amount === null ? null : decimalOf(amount, currency),
      raw: mayOpenCalls ? { path: call.path, requestId: call.requestId, durationMs: call.durationMs } : null,
    })),
  });
  return { payment, events: told.map(eventOf), mayOpenDeliveries: may("webhooks.log.get") };
}

type Told = Awaited<ReturnType<typeof listDeliveries>>[number];

/** The bodies stay here: they are long, and say what the timeline says. */
function eventOf({ id, type, sequence, createdAt, deliveries }: Told) {
  return {
    id,
    type,
    sequence,
    createdAt,
    deliveries: deliveries.map(({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.map(({ id, number, at, url, status, durationMs, error }) => ({
        id,
        number,
        at,
        // The host alone: paths and queries of webhook addresses often hold a secret, and a viewer reads this.
        host: new URL(url).host,
        status,
        durationMs,
        error,
      })),
    })),
  };
}
