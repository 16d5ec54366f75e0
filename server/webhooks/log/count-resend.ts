import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { endpointRefusal } from "../endpoints/endpoint-rules";
import { chooseResends, MAX_RESENDS } from "./choose-resends";
import type { LogFilterInput } from "./delivery-filter";
import { type DeliveryState, deliveryStateOf } from "./delivery-state";
import { countDue, countResends, type ResendGroup, readMoment } from "./resend-store";

/** Deliveries of a resend to one endpoint that do not arrive now; `name` null: the default URL. */
type ResendObstacle = { name: string | null; count: number };

type ResendCount = {
  /** Pass it to the resend, together with `count`. */
  until: Date;
  count: number;
  /** How many of them are queued, and sent now instead of later. */
  waiting: number;
  /** Queued deliveries beside them that are due already: sending them again changes nothing. */
  due: number;
  /** There are more than one call sends. */
  orMore: boolean;
  /** These fail: the endpoint does not accept them. */
  failing: (ResendObstacle & { reason: string })[];
  /** These stay queued: the endpoint is paused, or its circuit is open. */
  stopped: (ResendObstacle & { state: DeliveryState })[];
};

/**
 * How many deliveries a resend of the filter would send, and which of them would fail or stay queued. Nothing is sent.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function countResend(
  ctx: Ctx,
  input: LogFilterInput & { merchantId?: string | undefined },
): Promise<ResendCount> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const until = await readMoment(dbOf(ctx));
  const set = await chooseResends(ctx, merchant.id, input, { until, limit: MAX_RESENDS + 1 });
  const groups = set ? await countResends(dbOf(ctx), set) : [];
  const due = set ? await countDue(dbOf(ctx), set) : 0;
  const total = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  return {
    until,
    count: Math.min(total, MAX_RESENDS),
    waiting: groups.reduce((sum, { waiting }) => sum + waiting, 0),
    due,
    orMore: total > MAX_RESENDS,
    failing: groups.flatMap((group) => {
      const reason = refusalOf(group);
      return reason === null ? [] : [{ ...obstacleOf(group), reason }];
    }),
    stopped: groups.flatMap((group) => {
      const state = deliveryStateOf({ ...group, status: "waiting", tries: 0, inFlight: false, priority: false });
      return state === "pending" || refusalOf(group) !== null ? [] : [{ ...obstacleOf(group), state }];
    }),
  };
}

function sizeOf({ waiting, done }: ResendGroup): number {
  return waiting + done;
}

function refusalOf(group: ResendGroup): string | null {
  return group.url === null ? "no default URL is set" : endpointRefusal(group, group.test);
}

function obstacleOf(group: ResendGroup): ResendObstacle {
  return { name: group.name, count: sizeOf(group) };
}
