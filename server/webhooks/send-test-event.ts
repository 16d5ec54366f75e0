import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import type { Ctx } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { checkRate } from "./check-rate";
import { findEndpointsByName } from "./endpoint-store";
import { nextSequenceOf } from "./log-store";
import { RATED } from "./rate-store";
import { eventBody, publicEventId, TEST_EVENT_TYPE } from "./record-event";
import { lockResends, mayGoInFront } from "./resend-store";
import { findDefault, insertEvent } from "./store";

/** A merchant's to all its destinations: enough to try a receiver out, too few to be a load. */
export const TEST_EVENTS = { most: 60, windowS: 600 };
const MESSAGE = "A test event, sent by hand. No payment has changed.";

/**
 * Sends an event of the type `webhook.test` to one destination: the same way as every other, and in front of them, unless
 * the merchant has many in front already. It is tried as they are when it is not taken. `name`: null for the default URL. Answers the delivery, to be followed.
 * @throws AppError NOT_FOUND, FORBIDDEN, TOO_MANY_REQUESTS (metadata.retry_after_s), VALIDATION_ERROR for what cannot be
 * sent to now, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function sendTestEvent(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<{ id: string; event: string }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return inTransaction(ctx, async (tx) => {
    // Its events are counted: two at once would take the same number.
    await lockResends(tx, merchant.id);
    const { endpointId, test } = await receiverOf(tx, merchant.id, input.name);
    if (ctx.caller.testOnly && !test) throw new AppError("FORBIDDEN");
    await checkRate(tx, "test events", RATED.eventsOfType(merchant.id, TEST_EVENT_TYPE), TEST_EVENTS);
    const subjectId = endpointId ?? merchant.id;
    const [id, sequence] = [newId(), await nextSequenceOf(tx, subjectId)];
    const object = { object: "webhook_endpoint", name: input.name, message: MESSAGE };
    const body = eventBody({ id, type: TEST_EVENT_TYPE, sequence, object });
    const event = { id, merchantId: merchant.id, type: TEST_EVENT_TYPE, subjectId, sequence, test, body };
    const [delivery] = await insertEvent(tx, event, [endpointId], await mayGoInFront(tx, merchant.id));
    if (!delivery) throw new Error("INSERT answered no row.");
    const fact = { action: "webhook_endpoint.tested", merchantId: merchant.id, subjectId };
    await recordAudit(tx, ctx, { ...fact, detail: { name: input.name, event: publicEventId(id) } });
    await wake(tx);
    return { id: delivery, event: publicEventId(id) };
  });
}

/** The endpoint, and whether its event counts as one of a test: an endpoint of live payments takes live ones alone. */
async function receiverOf(
  tx: Tx,
  merchantId: string,
  name: string | null,
): Promise<{ endpointId: string | null; test: boolean }> {
  if (name === null) {
    if ((await findDefault(tx, merchantId))?.url) return { endpointId: null, test: true };
    throw refused("No default URL is set. Set one, then test it.");
  }
  const [found] = await findEndpointsByName(tx, merchantId, [name]);
  if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
  if (found.disabledAt) throw refused(`${name} is disabled. Enable it, then test it.`);
  return { endpointId: found.id, test: found.environment !== "Live" };
}

function refused(message: string): AppError {
  return new AppError("VALIDATION_ERROR", { message: `${message} Nothing was sent.` });
}
