import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findEvents } from "./log-store";
import { publicEventId } from "./record-event";

/**
 * What was told, or is still to be told, about one payment request or link: its events in order, each with its
 * deliveries and their tries. Of another merchant's, or an unknown one, nothing.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listDeliveries(ctx: Ctx, input: { subjectId: string; merchant_id?: string | undefined }) {
  const merchant = await resolveMerchant(ctx, input.merchant_id);
  if (!isUuid(input.subjectId)) return [];
  const events = await findEvents(dbOf(ctx), merchant.id, input.subjectId);
  return events.map((event) => ({ ...event, id: publicEventId(event.id) }));
}
