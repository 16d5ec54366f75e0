import { z } from "zod";
import { MAX_CURSOR_LENGTH } from "../../lib/keyset";
import { toDecimalString } from "../../lib/money/money";
import { merchantProcedure, router } from "../../trpc/procedure";
import type { EventSubject } from "../events/event-subject";
import { sendTestEvent } from "../tools/send-test-event";
import { countResend } from "./count-resend";
import { logFilter } from "./delivery-filter";
import { readDelivery } from "./read-delivery";
import { resendDeliveries } from "./resend-deliveries";
import { resendDelivery } from "./resend-delivery";
import { searchDeliveries } from "./search-deliveries";

/** Adds the amount as a decimal number, with the decimals of its currency. */
function withDecimal<T extends { about: EventSubject }>(delivery: T) {
  const { amount, currency } = delivery.about;
  const money = amount === null || currency === null ? null : { amountMinor: BigInt(amount), currency };
  return { ...delivery, decimal: money && toDecimalString(money) };
}

export const logRouter = router({
  search: merchantProcedure
    .input(logFilter.extend({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional() }))
    .query(async ({ ctx, input }) => {
      const { items, ...page } = await searchDeliveries(ctx.call, input);
      return { ...page, items: items.map(withDecimal) };
    }),
  get: merchantProcedure
    .input(z.object({ id: z.string() }))
    .query(async ({ ctx, input }) => withDecimal(await readDelivery(ctx.call, input))),
  countResend: merchantProcedure.input(logFilter).query(({ ctx, input }) => countResend(ctx.call, input)),
  resend: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => resendDelivery(ctx.call, input)),
  resendAll: merchantProcedure
    .input(logFilter.extend({ until: z.iso.datetime(), count: z.int() }))
    .mutation(({ ctx, input }) => resendDeliveries(ctx.call, { ...input, until: new Date(input.until) })),
  sendTest: merchantProcedure
    .input(z.object({ name: z.string().nullable() }))
    .mutation(({ ctx, input }) => sendTestEvent(ctx.call, input)),
});
