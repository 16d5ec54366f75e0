import type { Ctx } from "../../lib/context";
import { isUuid } from "../../lib/ids";
import { searchDeliveries } from "../../webhooks/log/search-deliveries";
import { listPaymentLinks } from "../links/queries/list-payment-links";
import type { PaymentLinkListItem } from "../links/schema";
import { type PaymentListItem, readPaymentPage } from "./list-payments";

/** Limits of each kind. */
const MAX_PAYMENTS = 6;
const MAX_LINKS = 4;
const MAX_LINK_SEARCH = 100;

const EVENT_ID = /^evt_/i;

type Found = {
  /** Whether these are tests. */
  test: boolean;
  payments: PaymentListItem[];
  links: PaymentLinkListItem[];
  /** How many deliveries have this id as their subject or event, up to the log's limit; 0 if it is not an id. */
  deliveries: number;
};

/**
 * Searches a merchant's payments by any of their ids or by the beginning of a reference, an order or a customer; links; and
 * deliveries by event or subject. In one mode, and if it has no match in the other, because a pasted id can be of either.
 * `deliveries`: whether the caller may read them.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function searchEverything(
  ctx: Ctx,
  input: { merchantId: string; text: string; test: boolean; deliveries: boolean },
): Promise<Found> {
  const found = await findIn(ctx, input);
  if (found.payments.length + found.links.length > 0) return found;
  const other = await findIn(ctx, { ...input, test: !input.test });
  return other.payments.length + other.links.length > 0 ? other : found;
}

async function findIn(
  ctx: Ctx,
  { merchantId, text, test, deliveries }: Parameters<typeof searchEverything>[1],
): Promise<Found> {
  const isId = isUuid(text.replace(EVENT_ID, ""));
  const links = { merchant_id: merchantId, test, search: text.slice(0, MAX_LINK_SEARCH), status: undefined } as const;
  const [payments, { data }, log] = await Promise.all([
    readPaymentPage(ctx, { merchantId, test, search: text, limit: MAX_PAYMENTS }),
    listPaymentLinks(ctx, { ...links, page: 1, limit: MAX_LINKS, sort: "created_at:desc" }),
    deliveries && isId ? searchDeliveries(ctx, { merchantId, about: text }) : null,
  ]);
  const deliveryCount = Object.values(log?.counts ?? {}).reduce((sum, { count }) => sum + count, 0);
  return { test, payments: payments.rows, links: data, deliveries: deliveryCount };
}
