import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import type { LogFilterInput } from "./log-filter";
import { MAX_RESENDS, resendSetOf } from "./resend-set";
import { countResends, type ResendGroup, readMoment } from "./resend-store";
import { endpointRefusal } from "./rules";

/** Some of what would be sent, to one destination, and what stands in its way; `name` null: the default URL. */
export type ResendTrouble = { name: string | null; count: number; reason: string };

export type ResendCount = {
  /** What the resend is bound to: hand both back. */
  until: Date;
  count: number;
  /** How many of them wait anyhow, and are tried now instead of later. */
  waiting: number;
  /** There are more than one call sends. */
  orMore: boolean;
  /** These would fail: what they go to does not take them now. */
  failing: ResendTrouble[];
  /** These would wait: what they go to is paused. */
  paused: ResendTrouble[];
};

/**
 * How many deliveries a resend of the filter would send, and which of them would come to nothing. Nothing is sent.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function countResend(
  ctx: Ctx,
  input: LogFilterInput & { merchantId?: string | undefined },
): Promise<ResendCount> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const until = await readMoment(dbOf(ctx));
  const set = await resendSetOf(ctx, merchant.id, input, { until, limit: MAX_RESENDS + 1 });
  const groups = set ? await countResends(dbOf(ctx), set) : [];
  const total = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  return {
    until,
    count: Math.min(total, MAX_RESENDS),
    waiting: groups.reduce((sum, { waiting }) => sum + waiting, 0),
    orMore: total > MAX_RESENDS,
    failing: troubles(groups, refusalOf),
    paused: troubles(groups, (group) => (group.paused && refusalOf(group) === null ? "is paused" : null)),
  };
}

function sizeOf({ waiting, done }: ResendGroup): number {
  return waiting + done;
}

function refusalOf(group: ResendGroup): string | null {
  return group.url === null ? "no default URL is set" : endpointRefusal(group, group.test);
}

function troubles(groups: readonly ResendGroup[], reasonOf: (group: ResendGroup) => string | null): ResendTrouble[] {
  return groups.flatMap((group) => {
    const reason = reasonOf(group);
    return reason === null ? [] : [{ name: group.name, count: sizeOf(group), reason }];
  });
}
