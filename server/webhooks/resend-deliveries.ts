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

/**
 * Sends again what a count had counted: of each event and destination the newest delivery, and none that was taken or
 * was sent since. What still waits is brought forward; for what is done there is a new delivery of the same event, and the
 * old one stays. What was recorded after the count is left alone, and never more is sent than was counted: of two people
 * who press at once one sends, and the other finds nothing left. Answers how many it were.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function resendDeliveries(ctx: Ctx, input: ResendDeliveries): Promise<{ sent: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { until, count } = input;
  if (count < 1 || count > MAX_RESENDS) throw invalidField("count", `1 to ${MAX_RESENDS}`);
  return inTransaction(ctx, async (tx) => {
    await lockResends(tx, merchant.id);
    const set = await resendSetOf({ ...ctx, tx }, merchant.id, input, { until, limit: count });
    if (!set) return { sent: 0 };
    const { broughtForward, added } = await insertResends(tx, set);
    const sent = broughtForward + added;
    if (sent === 0) return { sent };
    const detail = { ...filterWords(input), until: until.toISOString(), brought_forward: broughtForward, added };
    const fact = { action: "webhook_deliveries.resent", merchantId: merchant.id, subjectId: null };
    await recordAudit(tx, ctx, { ...fact, detail });
    await wake(tx);
    return { sent };
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
