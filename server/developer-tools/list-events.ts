import type { Ctx } from "../lib/context";
import { listAllEndpoints } from "../webhooks/endpoints/list-endpoints";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../webhooks/events/record-event";
import { type LastDelivery, lastDeliveries } from "../webhooks/log/last-deliveries";

/** An endpoint that receives a type of event. `name`: null for the default URL. */
type Taker = { name: string | null; environment: string };

type EventOfCatalogue = {
  type: (typeof EVENT_TYPES)[number] | typeof TEST_EVENT_TYPE;
  /** Enabled endpoints that subscribe to this type or to all. */
  takers: Taker[];
  /** Null: none was sent yet. */
  last: LastDelivery | null;
};

/**
 * Every type of event, the merchant's endpoints that receive it, and its last delivery.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listEvents(
  ctx: Ctx,
  input: { merchantId?: string | undefined },
): Promise<{ events: EventOfCatalogue[]; endpoints: Taker[] }> {
  const { defaultUrl, endpoints } = await listAllEndpoints(ctx, input);
  const last = await lastDeliveries(ctx, input);
  const active = [...(defaultUrl.url === null ? [] : [defaultUrl]), ...endpoints].filter(
    ({ disabledAt }) => disabledAt === null,
  );
  const takerOf = ({ name, environment }: (typeof active)[number]): Taker => ({ name, environment });
  const events = ([...EVENT_TYPES, TEST_EVENT_TYPE] as const).map((type) => ({
    type,
    // A test event is sent to the chosen endpoint regardless of subscriptions.
    takers: active
      .filter(({ eventTypes }) => type === TEST_EVENT_TYPE || eventTypes.length === 0 || eventTypes.includes(type))
      .map(takerOf),
    last: last.find((one) => one.type === type) ?? null,
  }));
  return { events, endpoints: active.map(takerOf) };
}
