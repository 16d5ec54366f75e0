import type { ProcedurePath } from "../../identity/permissions/permissions";
import type { Ctx } from "../../lib/context";
import { toDecimalString, withDecimal } from "../../lib/money/money";
import { listDeliveries } from "../../webhooks/log/list-deliveries";
import { getPayment } from "./get-payment";

const decimalOf = (amount: number, currency: string) => toDecimalString({ amountMinor: BigInt(amount), currency });

/**
 * The data of a payment's page: the payment, its events, and the part of the request log that the user may see. Data that
 * `may` does not permit is left out here, and not only on the page.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND
 */
export async function paymentPage(
  ctx: Ctx,
  input: { id: string; merchantId: string },
  may: (path: ProcedurePath) => boolean,
) {
  const { apiCalls, reversals, bankTransactions, ...detail } = await getPayment(ctx, input);
  const { currency } = detail;
  const events = await listDeliveries(ctx, { subjectId: detail.id, merchant_id: input.merchantId });
  const mayOpenCalls = may("developers.calls.get");
  const payment = withDecimal({
    ...detail,
    bankTransactions: bankTransactions.map(withDecimal),
    reversals: reversals.map((one) => ({ ...one, decimal: decimalOf(one.returned, currency) })),
    apiCalls: apiCalls.map(({ id, at, credential, method, status, errorCode, requested, ...call }) => ({
      id,
      at,
      credential,
      method,
      status,
      errorCode,
      requested: requested && {
        decimal: requested.amount === null ? null : decimalOf(requested.amount, currency),
      },
      raw: mayOpenCalls ? { path: call.path, requestId: call.requestId, durationMs: call.durationMs } : null,
    })),
  });
  return {
    payment,
    events: events.map(eventOf),
    mayOpenDeliveries: may("webhooks.log.get"),
  };
}

type RecordedEvent = Awaited<ReturnType<typeof listDeliveries>>[number];

/** Without the bodies: they are long and repeat the timeline. */
function eventOf({ id, type, sequence, createdAt, deliveries }: RecordedEvent) {
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
        // Only the host: paths and queries of webhook URLs often contain a secret, and viewers read this.
        host: new URL(url).host,
        status,
        durationMs,
        error,
      })),
    })),
  };
}
