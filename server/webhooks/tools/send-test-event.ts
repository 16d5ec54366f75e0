import { recordAudit } from "../../audit/record-audit";
import { wake } from "../../jobs/leased-rows";
import type { Ctx } from "../../lib/context";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findDefault } from "../endpoints/default-url-store";
import { refused, type WhichEndpoint } from "../endpoints/endpoint-rules";
import { requireEndpoint } from "../endpoints/require-endpoint";
import { insertEvent, nextSequenceOf } from "../events/event-store";
import { eventBody, publicEventId, TEST_EVENT_TYPE } from "../events/record-event";
import { lockResends, mayTakePriority } from "../log/resend-store";
import { checkRate } from "./check-rate";
import { RATED } from "./rate-store";

/** Per merchant, over all endpoints. */
export const TEST_EVENTS = { most: 60, windowS: 600 };
const MESSAGE = "A test event. No payment has changed.";

/**
 * Sends a `webhook.test` event to one endpoint as a normal delivery with retries, with priority unless the merchant has
 * `MAX_PRIORITY_DELIVERIES` already. `name`: null for the default URL. Returns the ids of the delivery and the event.
 * @throws AppError NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS (metadata.retry_after_s), VALIDATION_ERROR (no URL, or the
 *   endpoint is disabled), MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function sendTestEvent(ctx: Ctx, input: WhichEndpoint): Promise<{ id: string; event: string }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return inTransaction(ctx, async (tx) => {
    // Serialises the test events of a merchant: concurrent ones would get the same sequence.
    await lockResends(tx, merchant.id);
    const { endpointId, test } = await receiverOf(tx, merchant.id, input.name);
    if (ctx.caller.testOnly && !test) throw new AppError("FORBIDDEN");
    await checkRate(tx, "test events", RATED.testEvents(merchant.id), TEST_EVENTS);
    const subjectId = endpointId ?? merchant.id;
    const [id, sequence] = [newId(), await nextSequenceOf(tx, subjectId)];
    const object = { object: "webhook_endpoint", name: input.name, message: MESSAGE };
    const body = eventBody({ id, type: TEST_EVENT_TYPE, sequence, object });
    const event = { id, merchantId: merchant.id, type: TEST_EVENT_TYPE, subjectId, sequence, test, body };
    const [delivery] = await insertEvent(tx, event, [endpointId], await mayTakePriority(tx, merchant.id));
    if (!delivery) throw new Error("INSERT answered no row.");
    const fact = { action: "webhook_endpoint.tested", merchantId: merchant.id, subjectId };
    await recordAudit(tx, ctx, { ...fact, detail: { name: input.name, event: publicEventId(id) } });
    wake(tx, "webhook_deliveries");
    return { id: delivery, event: publicEventId(id) };
  });
}

/** The endpoint, and whether its event is in test mode: an endpoint for live payments gets a live one. */
async function receiverOf(
  tx: Tx,
  merchantId: string,
  name: string | null,
): Promise<{ endpointId: string | null; test: boolean }> {
  if (name === null) {
    if ((await findDefault(tx, merchantId))?.url) return { endpointId: null, test: true };
    throw refused("No default URL is set. Set one first.");
  }
  const found = await requireEndpoint(tx, merchantId, name);
  if (found.disabledAt) throw refused(`${name} is disabled. Enable it first.`);
  return { endpointId: found.id, test: found.environment !== "Live" };
}
