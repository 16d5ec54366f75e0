import type { Ctx } from "../../../lib/context";
import { dbOf, type MerchantMode } from "../../../lib/db";
import {
  type Counted,
  countedTo,
  type KeysetPage,
  keyedPage,
  type PageRequest,
  type RowKey,
} from "../../../lib/keyset";
import { type AmountAndTime, currencySpans } from "../../../lib/money/currency-spans";
import { resolveMerchant, resolveMode, scopeOf } from "../../../merchants/resolve-merchant";
import { findCurrencies } from "../../queries/list-store";
import type { LinkStatus } from "../rules";
import type { LinkSort, PaymentLinkListItem } from "../schema";
import type { LinkFilter } from "./list-filter-store";
import { listItem } from "./list-payment-links";
import { countByStatus, findLinkPage, type ListedLink } from "./list-store";

/** Counts end here, because a count costs as much as it counts. */
const MAX_COUNTED = 10_000;

/** A merchant's test or live links, with the Console's filters. */
type BrowsedLinks = AmountAndTime & {
  merchantId: string;
  test: boolean;
  status?: LinkStatus | undefined;
  search?: string | undefined;
};

type SortedPage = PageRequest & { sort: LinkSort };

type LinkPage = Omit<KeysetPage<PaymentLinkListItem>, "rows"> & {
  items: PaymentLinkListItem[];
  /** Matches of the filter without its status. */
  counts: Record<LinkStatus, Counted>;
};

/**
 * A keyset page of a merchant's links in an order, so that every page costs the same; and the number of each status.
 * `cursor`: from an earlier page. @throws AppError VALIDATION_ERROR, MERCHANT_NOT_FOUND
 */
export async function browsePaymentLinks(ctx: Ctx, input: BrowsedLinks & SortedPage): Promise<LinkPage> {
  const filter = await readFilter(ctx, input);
  const { rows, newer, older } = await pageOf(ctx, filter, input);
  return { items: rows, newer, older, counts: await countsOf(ctx, filter) };
}

/**
 * A page of an export, without the counts. In the order of creation if it is by last update: a link that is paid between
 * two pages would change its place, and be left out or read twice. @throws AppError VALIDATION_ERROR, MERCHANT_NOT_FOUND
 */
export async function readExportedLinks(
  ctx: Ctx,
  { sort, ...input }: BrowsedLinks & SortedPage,
): Promise<KeysetPage<PaymentLinkListItem>> {
  return pageOf(ctx, await readFilter(ctx, input), { ...input, sort: UNCHANGING[sort] ?? sort });
}

const UNCHANGING: Partial<Record<LinkSort, LinkSort>> = {
  "updated_at:asc": "created_at:asc",
  "updated_at:desc": "created_at:desc",
};

async function pageOf(
  ctx: Ctx,
  filter: LinkFilter,
  { sort, ...page }: SortedPage,
): Promise<KeysetPage<PaymentLinkListItem>> {
  const keyOf = (link: ListedLink): RowKey => ({ key: sortKey(link, sort), id: link.id });
  const { rows, ...cursors } = await keyedPage(page, keyOf, (query) =>
    findLinkPage(dbOf(ctx), filter, { sort, ...query }),
  );
  return { ...cursors, rows: rows.map(listItem) };
}

/** The currencies that a merchant's links can be filtered by. @throws AppError MERCHANT_NOT_FOUND */
export async function listLinkCurrencies(ctx: Ctx, input: MerchantMode): Promise<string[]> {
  return findCurrencies(dbOf(ctx), "payment_links", await resolveMode(ctx, input));
}

async function countsOf(ctx: Ctx, filter: LinkFilter): Promise<Record<LinkStatus, Counted>> {
  const counts = await countByStatus(dbOf(ctx), filter, MAX_COUNTED + 1);
  // Without amounts and times the counts are stored sums, which are exact.
  const isBounded = filter.narrow !== undefined && filter.search === undefined;
  return countedTo(isBounded ? MAX_COUNTED : Number.POSITIVE_INFINITY, counts);
}

async function readFilter(ctx: Ctx, input: BrowsedLinks): Promise<LinkFilter> {
  const { id: merchantId } = await resolveMerchant(ctx, input.merchantId);
  const { test, status, search, currency, amountFrom, amountTo, from, to } = input;
  const filter = { scope: { ...scopeOf(ctx.caller), merchantId }, test, status, search };
  if ([currency, amountFrom, amountTo, from, to].every((part) => part === undefined)) return filter;
  const used = await findCurrencies(dbOf(ctx), "payment_links", { merchantId, test });
  const narrow = {
    currencies: currencySpans(used, input),
    from: from === undefined ? null : new Date(from),
    to: to === undefined ? null : new Date(to),
  };
  return { ...filter, narrow };
}

function sortKey(link: ListedLink, sort: LinkSort): bigint {
  if (sort.startsWith("amount")) return link.amount;
  return BigInt((sort.startsWith("updated_at") ? link.updatedAt : link.createdAt).getTime());
}
