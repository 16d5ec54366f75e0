import { recordAudit } from "../../audit/record-audit";
import { wake } from "../../jobs/leased-rows";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { chooseResends, MAX_RESENDS } from "./choose-resends";
import type { LogFilterInput } from "./delivery-filter";
import { insertResends, lockResends } from "./resend-store";

type ResendDeliveries = LogFilterInput & {
  merchantId?: string | undefined;
  /** From the count: its time and its number. */
  until: Date;
  count: number;
};

/** Deliveries in one transaction: 100,000 would hold locks and a connection for too long. */
const MAX_AT_ONCE = 25_000;

/**
 * Resends what a count reported: the newest delivery of each event and endpoint that is neither delivered nor resent
 * since. Waiting ones become due now; finished ones get a new delivery of the same event. Deliveries recorded after the
 * count are ignored, and never more than the count is sent, so two concurrent requests send one set. Large sets are
 * sent in parts; after a failure the sent parts remain, and a repeated request sends the rest. Answers how many were
 * sent.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function resendDeliveries(ctx: Ctx, input: ResendDeliveries): Promise<{ sent: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { count } = input;
  if (count < 1 || count > MAX_RESENDS) throw invalidField("count", `must be 1 to ${MAX_RESENDS}`);
  let sent = 0;
  while (sent < count) {
    const limit = Math.min(count - sent, MAX_AT_ONCE);
    const part = await resendPart(ctx, merchant.id, input, limit);
    sent += part;
    if (part === 0) break;
  }
  return { sent };
}

function resendPart(ctx: Ctx, merchantId: string, input: ResendDeliveries, limit: number): Promise<number> {
  const { until } = input;
  return inTransaction(ctx, async (tx) => {
    await lockResends(tx, merchantId);
    const set = await chooseResends({ ...ctx, tx }, merchantId, input, { until, limit });
    if (!set) return 0;
    const { broughtForward, added } = await insertResends(tx, set);
    if (broughtForward + added === 0) return 0;
    const detail = { ...filterDetail(input), until: until.toISOString(), brought_forward: broughtForward, added };
    await recordAudit(tx, ctx, { action: "webhook_deliveries.resent", merchantId, subjectId: null, detail });
    wake(tx, "webhook_deliveries");
    return broughtForward + added;
  });
}

function filterDetail({ types, status, endpoint, about, from, to }: LogFilterInput): Record<string, string | null> {
  return {
    ...(types && types.length > 0 ? { types: types.join(" ") } : {}),
    ...(status === undefined ? {} : { status }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(about === undefined ? {} : { about }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
