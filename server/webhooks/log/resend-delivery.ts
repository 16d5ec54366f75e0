import { recordAudit } from "../../audit/record-audit";
import { wake } from "../../jobs/leased-rows";
import type { Ctx } from "../../lib/context";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findDefault } from "../endpoints/default-url-store";
import { endpointRefusal, refused } from "../endpoints/endpoint-rules";
import { EVENT_TYPES, publicEventId } from "../events/record-event";
import { resolveEventEndpoints } from "../events/resolve-event-endpoints";
import {
  findResendable,
  findWaiting,
  insertResend,
  lockResends,
  makeDueNow,
  mayTakePriority,
  type Resendable,
} from "./resend-store";

/**
 * `again`: a new delivery of the same event. `brought_forward`: a waiting one is due now. `in_hand`: one is in flight.
 * `id`: that delivery.
 */
type Resent = { id: string; how: "again" | "brought_forward" | "in_hand" };

/**
 * Resends one delivery with priority, whatever the health of its endpoint. A waiting one becomes due now; for a
 * finished one its event gets a new delivery to the same endpoint: same id, same bytes, new signature. Over
 * `MAX_PRIORITY_DELIVERIES` it has no priority. A delivery without endpoint goes to the current endpoint of its event.
 * While a delivery of the same event and endpoint waits, no second one is created, so a double press sends once.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (the endpoint cannot receive it now), MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function resendDelivery(
  ctx: Ctx,
  input: { merchantId?: string | undefined; id: string },
): Promise<Resent> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return inTransaction(ctx, async (tx) => {
    await lockResends(tx, merchant.id);
    const found = isUuid(input.id) ? await findResendable(tx, merchant.id, input.id, ctx.caller.testOnly) : null;
    if (!found) throw new AppError("NOT_FOUND", { message: "No such delivery." });
    const endpointId = await currentEndpoint(tx, found);
    const waits = found.status === "waiting" ? found : await findWaiting(tx, { eventId: found.eventId, endpointId });
    const priority = await mayTakePriority(tx, merchant.id);
    const resent = waits ? await sendWaiting(tx, waits.id, priority) : await again(tx, found, endpointId, priority);
    if (resent.how === "in_hand") return resent;
    const detail = { event: publicEventId(found.eventId), endpoint: found.endpoint?.name ?? null, how: resent.how };
    const fact = { action: "webhook_delivery.resent", merchantId: merchant.id, subjectId: resent.id };
    await recordAudit(tx, ctx, { ...fact, detail });
    wake(tx, "webhook_deliveries");
    return resent;
  });
}

async function sendWaiting(tx: Tx, id: string, priority: boolean): Promise<Resent> {
  return { id, how: (await makeDueNow(tx, id, priority)) ? "brought_forward" : "in_hand" };
}

async function again(tx: Tx, of: Resendable, endpointId: string | null, priority: boolean): Promise<Resent> {
  return { id: await insertResend(tx, of, endpointId, priority), how: "again" };
}

/** The id of its endpoint (null: the default URL), if that can receive it now. */
async function currentEndpoint(tx: Tx, found: Resendable): Promise<string | null> {
  const { merchantId, endpoint, test } = found;
  if (found.status === "no_destination") return currentEndpointOf(tx, found);
  if (endpoint === null) {
    if ((await findDefault(tx, merchantId))?.url) return null;
    throw refused("No default URL is set. Set one first.");
  }
  const refusal = endpointRefusal(endpoint, test);
  if (refusal !== null) throw refused(`It cannot be sent to ${endpoint.name}: ${refusal}.`);
  return found.endpointId;
}

/** The current endpoint of the event: at most one, because it names none. */
async function currentEndpointOf(tx: Tx, { merchantId, type: recorded, test }: Resendable): Promise<string | null> {
  const type = EVENT_TYPES.find((one) => one === recorded);
  const found = type ? await resolveEventEndpoints(tx, { merchantId, endpoints: [], type, test }) : "none";
  const [first] = found === "none" ? [] : found;
  if (first === undefined) throw refused("No default URL or endpoint receives this event. Add one first.");
  return first;
}
