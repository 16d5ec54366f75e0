import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { type Counted, countedTo, type KeysetPage, keysetPage, type PageRequest } from "../../lib/keyset";
import { toDecimalString } from "../../lib/money/money";
import { dayOf, type Span } from "../../lib/zone-days";
import { resolveMerchant, resolveMode } from "../../merchants/resolve-merchant";
import { type DeliverySummary, readDeliverySummary } from "../../webhooks/log/read-delivery-summary";
import type { PaymentStatus } from "../requests/schema";
import type { RequestRow } from "../requests/store";
import { type PaymentFilterInput, readFilter } from "./list-filter";
import type { PaymentFilter } from "./list-filter-store";
import { countRequests, findCurrencies, findRequestPage, findUsedBanks, sumCompleted } from "./list-store";
import { PAYMENT_STAGES, type PaymentFlag, type PaymentFlow, type PaymentStage } from "./list-terms";

/** Counts end here, because a count costs as much as it counts: with twice as many, a page of a million takes half longer. */
export const MAX_COUNTED = 5_000;
/** Amounts of more payments are not summed. */
const MAX_SUMMED = 10_000;
/** Limit of the filter's banks. */
const MAX_BANKS = 300;

export type PaymentListItem = {
  id: string;
  /** Minor units. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  statusReason: string | null;
  initiatedAt: Date | null;
  late: boolean;
  /** Minor units that were returned. */
  reversedAmount: number | null;
  /** The amount less what was returned, as a decimal. */
  net: string;
  test: boolean;
  flow: PaymentFlow;
  paymentReference: string;
  orderId: string;
  customerName: string | null;
  bankName: string | null;
  createdAt: Date;
};

/** With the state of its webhook deliveries. */
export type PaymentWithDeliverySummary = PaymentListItem & { webhooks: DeliverySummary };

type PaymentList = Omit<KeysetPage<PaymentListItem>, "rows"> & {
  items: PaymentWithDeliverySummary[];
  /** Matches of the filter without its stages; null if a search has too many to count. */
  counts: Record<PaymentStage, Counted> | null;
};

const keyOf = ({ createdAt, id }: RequestRow) => ({ at: createdAt, id });

type PaymentsInput = PaymentFilterInput & { merchantId?: string | undefined };

/**
 * A page of a merchant's payments, newest first, and how many of each stage there are. `cursor`: from an earlier
 * page. @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listPayments(ctx: Ctx, input: PaymentsInput & PageRequest): Promise<PaymentList> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const filter = await readFilter(ctx, merchant.id, input);
  const { rows, newer, older } = await pageOf(ctx, filter, input);
  const items = await withDeliverySummary(ctx, merchant.id, rows);
  return { items, newer, older, counts: await countsOf(ctx, filter) };
}

/**
 * The same page without webhooks and counts.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readPaymentPage(
  ctx: Ctx,
  input: PaymentsInput & PageRequest,
): Promise<KeysetPage<PaymentListItem>> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return pageOf(ctx, await readFilter(ctx, merchant.id, input), input);
}

async function pageOf(
  ctx: Ctx,
  filter: PaymentFilter,
  { stages = [], ...page }: PageRequest & Pick<PaymentFilterInput, "stages">,
): Promise<KeysetPage<PaymentListItem>> {
  const { rows, ...cursors } = await keysetPage(page, keyOf, (query) =>
    findRequestPage(dbOf(ctx), filter, { stages, ...query }),
  );
  return { ...cursors, rows: rows.map(listItem) };
}

/** Payments of one merchant, each with the state of its webhook deliveries: one query for all. */
export async function withDeliverySummary(
  ctx: Ctx,
  merchantId: string,
  payments: readonly PaymentListItem[],
): Promise<PaymentWithDeliverySummary[]> {
  const summaryOf = await readDeliverySummary(ctx, { merchantId, subjectIds: payments.map(({ id }) => id) });
  return payments.map((payment) => ({ ...payment, webhooks: summaryOf(payment.id) }));
}

async function countsOf(ctx: Ctx, filter: PaymentFilter): Promise<PaymentList["counts"]> {
  if (filter.ids === null && filter.terms.length > 0) return null;
  return countedTo(MAX_COUNTED, await countRequests(dbOf(ctx), filter, MAX_COUNTED + 1));
}

/**
 * The number of payments of a filter, and their completed amounts by currency, less what was returned; `day`: only those of
 * a zone's day. Null: more than are counted or summed, because both cost as much as they read.
 * @throws AppError VALIDATION_ERROR, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function totalPayments(
  ctx: Ctx,
  input: PaymentsInput & { day?: { at: string; timeZone: string } | undefined },
): Promise<{ count: Counted | null; completed: { currency: string; amount: number }[] | null }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const whole = await readFilter(ctx, merchant.id, input);
  const filter = input.day ? within(whole, dayOf(input.day.timeZone, new Date(input.day.at))) : whole;
  const counts = await countsOf(ctx, filter);
  if (counts === null) return { count: null, completed: null };
  const stages = input.stages?.length ? input.stages : PAYMENT_STAGES;
  const count = addCounts(stages.map((stage) => counts[stage]));
  if (!stages.includes("completed")) return { count, completed: [] };
  const sums = await sumCompleted(dbOf(ctx), filter, MAX_SUMMED);
  const completed = sums?.map(({ currency, amountMinor }) => ({ currency, amount: Number(amountMinor) })) ?? null;
  const kept = completed?.filter(({ amount }) => amount > 0) ?? null;
  return { count, completed: kept?.toSorted((a, b) => b.amount - a.amount) ?? null };
}

function addCounts(counts: readonly Counted[]): Counted {
  return { count: counts.reduce((sum, one) => sum + one.count, 0), orMore: counts.some(({ orMore }) => orMore) };
}

/**
 * How many payments the built-in views of the list have, each stage counted up to `MAX_COUNTED`.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function countViews(
  ctx: Ctx,
  input: { merchantId?: string | undefined; test: boolean },
): Promise<{ all: Counted; atBank: Counted; needsReview: Counted; returned: Counted }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const ofFlag = async (flag?: PaymentFlag) => {
    const counts = await countsOf(ctx, await readFilter(ctx, merchant.id, { test: input.test, ...(flag && { flag }) }));
    // Only searches have no counts.
    if (counts === null) throw new Error("A list without a search has no counts.");
    return counts;
  };
  const whole = await ofFlag();
  return {
    all: addCounts(Object.values(whole)),
    atBank: whole.at_bank,
    needsReview: addCounts(Object.values(await ofFlag("needs_review"))),
    returned: addCounts(Object.values(await ofFlag("returned"))),
  };
}

function within(filter: PaymentFilter, { from, to }: Span): PaymentFilter {
  return {
    ...filter,
    from: filter.from !== null && filter.from > from ? filter.from : from,
    to: filter.to !== null && filter.to < to ? filter.to : to,
  };
}

/** The currencies and banks that a merchant's payments can be filtered by. @throws AppError MERCHANT_NOT_FOUND */
export async function listPaymentChoices(
  ctx: Ctx,
  input: { merchantId?: string | undefined; test: boolean },
): Promise<{ currencies: string[]; banks: Array<{ id: string; name: string }> }> {
  const of = await resolveMode(ctx, input);
  const banks = await findUsedBanks(dbOf(ctx), of, MAX_BANKS);
  return {
    currencies: await findCurrencies(dbOf(ctx), "payment_requests", of),
    banks: banks.toSorted((a, b) => a.name.localeCompare(b.name, "en")),
  };
}

/** A payment request as lists show it. */
export function listItem(row: RequestRow): PaymentListItem {
  return {
    id: row.id,
    amount: Number(row.amount),
    currency: row.currency,
    status: row.status,
    statusReason: row.statusReason,
    initiatedAt: row.initiatedAt,
    late: row.late,
    reversedAmount: row.reversedAmount === null ? null : Number(row.reversedAmount),
    net: toDecimalString({ amountMinor: row.amount - (row.reversedAmount ?? 0n), currency: row.currency }),
    test: row.test,
    flow: row.flow,
    paymentReference: row.paymentReference,
    orderId: row.orderId,
    customerName: row.customer?.name ?? null,
    bankName: row.bankName,
    createdAt: row.createdAt,
  };
}
