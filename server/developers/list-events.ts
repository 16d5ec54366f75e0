import type { Ctx } from "../lib/context";
import { type LastDelivery, lastDeliveries } from "../webhooks/last-deliveries";
import { listDestinations } from "../webhooks/list-destinations";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "../webhooks/record-event";

/** A destination that takes a type of event. `name`: null for the default URL. */
export type Taker = { name: string | null; environment: string };

export type EventOfCatalogue = {
  type: (typeof EVENT_TYPES)[number] | typeof TEST_EVENT_TYPE;
  /** Destinations that are not disabled, and that chose this type or all. */
  takers: Taker[];
  /** Null: none was ever sent. */
  last: LastDelivery | null;
};

/**
 * Every type of event that there is, who of the merchant's own destinations takes it, and the last that was really sent.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listEvents(
  ctx: Ctx,
  input: { merchantId?: string | undefined },
): Promise<{ events: EventOfCatalogue[]; destinations: Taker[] }> {
  const { defaultUrl, endpoints } = await listDestinations(ctx, input);
  const last = await lastDeliveries(ctx, input);
  const active = [...(defaultUrl.url === null ? [] : [defaultUrl]), ...endpoints].filter(
    ({ disabledAt }) => disabledAt === null,
  );
  const takerOf = ({ name, environment }: (typeof active)[number]): Taker => ({ name, environment });
  const events = ([...EVENT_TYPES, TEST_EVENT_TYPE] as const).map((type) => ({
    type,
    // A test event goes where it is sent, whatever was chosen.
    takers: active
      .filter(({ eventTypes }) => type === TEST_EVENT_TYPE || eventTypes.length === 0 || eventTypes.includes(type))
      .map(takerOf),
    last: last.find((one) => one.type === type) ?? null,
  }));
  return { events, destinations: active.map(takerOf) };
}
