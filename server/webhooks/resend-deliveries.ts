import { recordAudit } from "../audit/record-audit";
import { wake } from "../jobs/leased-rows";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { invalidField } from "../lib/errors";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { LogFilterInput } from "./log-filter";
import { MAX_RESENDS, resendSetOf } from "./resend-set";
import { insertResends, lockResends } from "./resend-store";

export type ResendDeliveries = LogFilterInput & {
  merchantId?: string | undefined;
  /** What a count answered: the moment, and how many. */
  until: Date;
  count: number;
};

/** So many in one transaction: a hundred thousand at once would hold locks, and a connection, for too long. */
const MAX_AT_ONCE = 25_000;

/**
 * Sends again what a count had counted: of each event and destination the newest delivery, and none that was taken or
 * was sent since. What still waits is brought forward; for what is done there is a new delivery of the same event, and the
 * old one stays. What was recorded after the count is left alone, and never more is sent than was counted: of two people
 * who press at once, between them one set is sent. A large one goes in parts; if one fails, those before it are sent, and
 * whoever presses again sends the rest. Answers how many it were.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function resendDeliveries(ctx: Ctx, input: ResendDeliveries): Promise<{ sent: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { count } = input;
  if (count < 1 || count > MAX_RESENDS) throw invalidField("count", `1 to ${MAX_RESENDS}`);
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
    const set = await resendSetOf({ ...ctx, tx }, merchantId, input, { until, limit });
    if (!set) return 0;
    const { broughtForward, added } = await insertResends(tx, set);
    if (broughtForward + added === 0) return 0;
    const detail = { ...filterWords(input), until: until.toISOString(), brought_forward: broughtForward, added };
    await recordAudit(tx, ctx, { action: "webhook_deliveries.resent", merchantId, subjectId: null, detail });
    await wake(tx);
    return broughtForward + added;
  });
}

function filterWords({ types, status, endpoint, about, from, to }: LogFilterInput): Record<string, string | null> {
  return {
    ...(types && types.length > 0 ? { types: types.join(" ") } : {}),
    ...(status === undefined ? {} : { status }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(about === undefined ? {} : { about }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
