import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import type { Ctx } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { destinationsOf } from "./destinations-of";
import { EVENT_TYPES, publicEventId } from "./record-event";
import {
  bringForward,
  findResendable,
  findWaiting,
  insertResend,
  lockResends,
  mayGoInFront,
  type Resendable,
} from "./resend-store";
import { endpointRefusal } from "./rules";
import { findDefault } from "./store";

/**
 * `again`: a new delivery of the same event. `brought_forward`: one still waited, and is tried now. `in_hand`: one is
 * being tried just now. `id` is that delivery.
 */
export type Resent = { id: string; how: "again" | "brought_forward" | "in_hand" };

/**
 * Sends one delivery now, in front of everything else and whatever the health of its destination. One that waits is
 * brought forward; one that is done stays as it is, and its event gets a new delivery to the same destination: same id,
 * same bytes, fresh signature. Where a merchant has many in front already, it waits its turn. What had no destination goes where its event would go now. While one of the same event and
 * destination waits there is no second one: pressing twice sends once.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR when the destination would not take it, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
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
    const endpointId = await destinationNow(tx, found);
    const waits = found.status === "waiting" ? found : await findWaiting(tx, { eventId: found.eventId, endpointId });
    const byHand = await mayGoInFront(tx, merchant.id);
    const resent = waits ? await hurry(tx, waits.id, byHand) : await again(tx, found, endpointId, byHand);
    if (resent.how === "in_hand") return resent;
    const detail = { event: publicEventId(found.eventId), endpoint: found.endpoint?.name ?? null, how: resent.how };
    const fact = { action: "webhook_delivery.resent", merchantId: merchant.id, subjectId: resent.id };
    await recordAudit(tx, ctx, { ...fact, detail });
    await wake(tx);
    return resent;
  });
}

async function hurry(tx: Tx, id: string, byHand: boolean): Promise<Resent> {
  return { id, how: (await bringForward(tx, id, byHand)) ? "brought_forward" : "in_hand" };
}

async function again(tx: Tx, of: Resendable, endpointId: string | null, byHand: boolean): Promise<Resent> {
  return { id: await insertResend(tx, of, endpointId, byHand), how: "again" };
}

/** The endpoint that it goes to (null: the default URL), if that takes it now. */
async function destinationNow(tx: Tx, found: Resendable): Promise<string | null> {
  const { merchantId, endpoint, test } = found;
  if (found.status === "no_destination") return heirOf(tx, found);
  if (endpoint === null) {
    if ((await findDefault(tx, merchantId))?.url) return null;
    throw refused("No default URL is set. Set one, then send it again.");
  }
  const refusal = endpointRefusal(endpoint, test);
  if (refusal !== null) throw refused(`${endpoint.name} does not take it: ${refusal}.`);
  return found.endpointId;
}

/** Where its event goes now: the first of the destinations, of which an event that names none has one at most. */
async function heirOf(tx: Tx, { merchantId, type: told, test }: Resendable): Promise<string | null> {
  const type = EVENT_TYPES.find((one) => one === told);
  const found = type ? await destinationsOf(tx, { merchantId, endpoints: [], type, test }) : "none";
  const [first] = found === "none" ? [] : found;
  if (first === undefined) throw refused("There is nowhere to send it: no webhook URL or endpoint takes it.");
  return first;
}

function refused(message: string): AppError {
  return new AppError("VALIDATION_ERROR", { message: `${message} Nothing was sent.` });
}
