import { z } from "zod";
import { payableCurrencies } from "../../connectors/payable-currencies";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { currency, locale, orderId, paymentReference, redirectUrls, webhookEndpointNames } from "../../lib/fields";
import { MAX_CURSOR_LENGTH } from "../../lib/keyset";
import { amountMinorOf } from "../../lib/money/amount-text";
import { amountAndTime } from "../../lib/money/currency-spans";
import { withDecimal } from "../../lib/money/money";
import { merchantProcedure, router } from "../../trpc/procedure";
import { createPaymentLink } from "./create-payment-link";
import { sendLink } from "./mails/send-link";
import { browsePaymentLinks, listLinkCurrencies } from "./queries/browse-payment-links";
import { getLinkForConsole } from "./queries/get-link-for-console";
import { LINK_STATUSES } from "./rules";
import { type CreatedPaymentLink, LINK_SORTS, MAX_SEARCH, metadata } from "./schema";

const PAGE_SIZE = 25;

/** Longer than any mail address; send-link.ts validates it. */
const recipient = z.string().max(320);

const newLink = z.object({
  /** As typed, in major units; parsed with the currency. */
  amount: z.string().max(32),
  currency,
  paymentReference: paymentReference.optional(),
  orderId: orderId.optional(),
  /** Of the checkout page. */
  locale: locale.optional(),
  /** As `test_transaction` of the API. */
  test: z.boolean().optional(),
  redirectUrls: redirectUrls.optional(),
  webhookEndpoints: webhookEndpointNames.optional(),
  metadata: metadata.optional(),
  /** Mails the link at once; if the mail is refused, no link is created. */
  recipient: recipient.optional(),
});
type NewLink = z.output<typeof newLink> & { merchantId: string };

/** Test or live links, with filter and order. */
const linkList = amountAndTime.extend({
  test: z.boolean(),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
  status: z.enum(LINK_STATUSES).optional(),
  search: z.string().min(1).max(MAX_SEARCH).optional(),
  sort: z.enum(LINK_SORTS).default("created_at:desc"),
});

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

/** The currencies that a bank takes; without a live bank, links are tests in either mode. */
async function currenciesOfNewLinks(test: boolean): Promise<string[]> {
  const live = test ? [] : await payableCurrencies("live");
  return live.length > 0 ? live : payableCurrencies("test");
}

export const paymentLinksRouter = router({
  list: merchantProcedure.input(linkList).query(async ({ ctx, input }) => {
    const { items, ...page } = await browsePaymentLinks(ctx.call, { ...input, limit: PAGE_SIZE });
    const newLinks = { lifeDays: env().paymentLinkTtlDays, currencies: await currenciesOfNewLinks(input.test) };
    return { ...page, items: items.map(withDecimal), newLinks };
  }),
  /** The currencies that the list can be filtered by. */
  currencies: merchantProcedure
    .input(z.object({ test: z.boolean() }))
    .query(({ ctx, input }) => listLinkCurrencies(ctx.call, input)),
  create: merchantProcedure.input(newLink).mutation(({ ctx, input }) =>
    inTransaction(ctx.call, async (tx) => {
      const call = { ...ctx.call, tx };
      const made = await makeLink(call, input);
      const { merchantId, recipient } = input;
      if (recipient !== undefined) await sendLink(call, { merchantId, id: made.link_id, recipient });
      return made;
    }),
  ),
  /** Mails an active link to one customer. */
  send: merchantProcedure
    .input(z.object({ id: z.string(), recipient }))
    .mutation(({ ctx, input }) => sendLink(ctx.call, input)),
  get: merchantProcedure
    .input(z.object({ id: z.string() }))
    .query(async ({ ctx, input }) => withDecimal(await getLinkForConsole(ctx.call, input))),
});
