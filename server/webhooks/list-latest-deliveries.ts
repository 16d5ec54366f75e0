import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findLatestDeliveries } from "./log-store";
import { publicEventId } from "./record-event";

const MAX_DELIVERIES = 25;

/** The merchant's last deliveries, newest first, each with its last try. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function listLatestDeliveries(ctx: Ctx, input: { merchantId?: string }) {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const rows = await findLatestDeliveries(dbOf(ctx), merchant.id, MAX_DELIVERIES);
  return rows.map(({ event, attempts, ...delivery }) => ({
    ...delivery,
    event: { ...event, id: publicEventId(event.id) },
    lastTry: attempts[0] ?? null,
  }));
}
