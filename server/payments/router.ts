import { z } from "zod";
import { AppError } from "../lib/errors";
import { uuid } from "../lib/ids";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { withDecimal } from "../lib/money/money";
import { isTimeZone } from "../lib/zone-days";
import { merchantProcedure, router } from "../trpc/procedure";
import { MAX_CUSTOMER_KEY } from "./customers/read-customers";
import { cancelLink } from "./links/cancel-link";
import { countLinkAttempts, listPaymentsOfLink } from "./links/queries/link-attempts";
import { addNote, deleteNote, listNotes } from "./notes/notes";
import { paymentFilter } from "./queries/list-filter";
import { countViews, listPaymentChoices, listPayments, totalPayments } from "./queries/list-payments";
import { paymentPage } from "./queries/payment-page";
import { cancelPaymentRequest } from "./requests/cancel-payment-request";
import { deleteSavedView, listSavedViews, saveView } from "./saved-views/saved-views";

const MAX_NAME = 40;
const MAX_SEARCH = 1_000;

const savedViewsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listSavedViews(ctx.call, input)),
  /** The number of payments of each built-in view. */
  counts: merchantProcedure
    .input(z.object({ test: z.boolean() }))
    .query(({ ctx, input }) => countViews(ctx.call, input)),
  save: merchantProcedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(MAX_NAME),
        /** The search parameters of the list's address, which the page reads as those of any address. */
        search: z.string().min(1).max(MAX_SEARCH),
      }),
    )
    .mutation(({ ctx, input }) => saveView(ctx.call, input)),
  delete: merchantProcedure
    .input(z.object({ id: uuid }))
    .mutation(({ ctx, input }) => deleteSavedView(ctx.call, input)),
});

const notesOf = z.object({
  of: z.union([
    z.object({ paymentId: uuid }),
    z.object({ customerKey: z.string().min(1).max(MAX_CUSTOMER_KEY), test: z.boolean() }),
  ]),
});

const notesRouter = router({
  list: merchantProcedure.input(notesOf).query(async ({ ctx, input }) => {
    // A visitor of a demo reads payments, but no customers.
    if ("customerKey" in input.of && !ctx.may("customers.get")) throw new AppError("FORBIDDEN");
    const notes = await listNotes(ctx.call, input);
    // Who may erase a customer, and so all its notes, may delete each of them.
    const mayDeleteAny = ctx.may("customers.erase");
    return notes.map(({ authorId, ...note }) => ({
      ...note,
      mayDelete: mayDeleteAny || (ctx.may("payments.notes.delete") && authorId === ctx.call.caller.actor.id),
    }));
  }),
  add: merchantProcedure
    .input(notesOf.extend({ text: z.string() }))
    .mutation(({ ctx, input }) => addNote(ctx.call, input)),
  delete: merchantProcedure
    .input(z.object({ id: uuid }))
    .mutation(({ ctx, input }) => deleteNote(ctx.call, { ...input, mayDeleteAny: ctx.may("customers.erase") })),
});

const PAGE_SIZE = 25;

export const paymentsRouter = router({
  list: merchantProcedure
    .input(paymentFilter.extend({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional() }))
    .query(async ({ ctx, input }) => {
      const { items, ...page } = await listPayments(ctx.call, { ...input, limit: PAGE_SIZE });
      return { ...page, items: items.map(withDecimal) };
    }),
  /** The number and the completed amounts, less what was returned, of all payments of a filter; `day`: only those of a zone's day. */
  totals: merchantProcedure
    .input(
      paymentFilter.extend({
        day: z.object({ at: z.iso.datetime(), timeZone: z.string().refine(isTimeZone, "a time zone") }).optional(),
      }),
    )
    .query(async ({ ctx, input }) => {
      const { count, completed } = await totalPayments(ctx.call, input);
      return { count, completed: completed?.map(withDecimal) ?? null };
    }),
  views: savedViewsRouter,
  notes: notesRouter,
  /** The filter choices of a list of payments. */
  choices: merchantProcedure
    .input(z.object({ test: z.boolean() }))
    .query(({ ctx, input }) => listPaymentChoices(ctx.call, input)),
  /** Here and not in payment-links, because the requests of a link are payments. */
  cancelLink: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => cancelLink(ctx.call, input)),
  ofLink: merchantProcedure.input(z.object({ linkId: z.string() })).query(async ({ ctx, input }) => {
    const { items, total } = await listPaymentsOfLink(ctx.call, { ...input, limit: PAGE_SIZE });
    return { items: items.map(withDecimal), total };
  }),
  /** The number of payment requests of each link of a page. */
  triesOfLinks: merchantProcedure
    .input(z.object({ linkIds: z.array(z.string()).max(PAGE_SIZE) }))
    .query(({ ctx, input }) => countLinkAttempts(ctx.call, input)),
  get: merchantProcedure
    .input(z.object({ id: z.string() }))
    .query(({ ctx, input }) => paymentPage(ctx.call, input, ctx.may)),
  cancel: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => cancelPaymentRequest(ctx.call, input)),
});
