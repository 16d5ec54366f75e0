import { z } from "zod";
import { amountMinorOf } from "../lib/amount-text";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { env } from "../lib/env";
import { currency, locale, orderId, paymentReference, redirectUrls, webhookEndpointNames } from "../lib/fields";
import { toDecimalString } from "../lib/money";
import { merchantProcedure, router } from "../trpc/procedure";
import { createPaymentLink } from "./create-payment-link";
import { getLinkForConsole } from "./get-link-for-console";
import { countPaymentLinks, listPaymentLinks } from "./list-payment-links";
import { LINK_STATUSES } from "./rules";
import { type CreatedPaymentLink, LINK_SORTS, MAX_SEARCH, metadata } from "./schema";
import { sendLink } from "./send-link";

const PAGE_SIZE = 25;

/** Longer than any mail address; whether it is one is decided where it is sent. */
const recipient = z.string().max(320);

const newLink = z.object({
  /** As people type it, in major units; read with the currency. */
  amount: z.string().max(32),
  currency,
  paymentReference: paymentReference.optional(),
  orderId: orderId.optional(),
  /** Of the shopper's page. */
  locale: locale.optional(),
  /** As `test_transaction` of the API. */
  test: z.boolean().optional(),
  redirectUrls: redirectUrls.optional(),
  webhookEndpoints: webhookEndpointNames.optional(),
  metadata: metadata.optional(),
  /** Whom it is sent to by mail at once; a mail that cannot be sent makes no link either. */
  recipient: recipient.optional(),
});
type NewLink = z.output<typeof newLink> & { merchantId: string };

/** The tests or the live ones, as the list is narrowed and sorted. */
const linkList = z.object({
  test: z.boolean(),
  page: z.int().min(1).default(1),
  status: z.enum(LINK_STATUSES).optional(),
  search: z.string().min(1).max(MAX_SEARCH).optional(),
  sort: z.enum(LINK_SORTS).default("created_at:desc"),
});

function withDecimal<T extends { amount: number; currency: string }>(link: T): T & { decimal: string } {
  return { ...link, decimal: toDecimalString({ ...link, amountMinor: BigInt(link.amount) }) };
}

function makeLink(ctx: Ctx, input: NewLink): Promise<CreatedPaymentLink> {
  return createPaymentLink(ctx, {
    merchant_id: input.merchantId,
    order: {
      amount: amountMinorOf(input.amount, input.currency),
      currency: input.currency,
      payment_reference: input.paymentReference,
      order_id: input.orderId,
      locale: input.locale,
      test_transaction: input.test,
    },
    redirect_urls: input.redirectUrls,
    webhook_endpoints: input.webhookEndpoints,
    metadata: input.metadata,
  });
}

export const paymentLinksRouter = router({
  list: merchantProcedure.input(linkList).query(async ({ ctx, input }) => {
    const { merchantId, ...wanted } = input;
    const query = { merchant_id: merchantId, ...wanted };
    const [{ data, pagination }, counts] = await Promise.all([
      listPaymentLinks(ctx.call, { ...query, limit: PAGE_SIZE }),
      countPaymentLinks(ctx.call, query),
    ]);
    const lifeDays = env().paymentLinkTtlDays;
    return { items: data.map(withDecimal), total: pagination.total, counts, pageSize: PAGE_SIZE, lifeDays };
  }),
  create: merchantProcedure.input(newLink).mutation(({ ctx, input }) =>
    inTransaction(ctx.call, async (tx) => {
      const call = { ...ctx.call, tx };
      const made = await makeLink(call, input);
      const { merchantId, recipient } = input;
      if (recipient !== undefined) await sendLink(call, { merchantId, id: made.link_id, recipient });
      return made;
    }),
  ),
  /** Sends the address of an active link to one shopper. */
  send: merchantProcedure
    .input(z.object({ id: z.string(), recipient }))
    .mutation(({ ctx, input }) => sendLink(ctx.call, input)),
  get: merchantProcedure
    .input(z.object({ id: z.string() }))
    .query(async ({ ctx, input }) => withDecimal(await getLinkForConsole(ctx.call, input))),
});
