import { z } from "zod";
import { uuid } from "../lib/ids";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { toDecimalString } from "../lib/money/money";
import { listFailedMails } from "../mail/list-mails";
import { EXCEPTION_KINDS } from "../payments/attempts/attempt-facts";
import { listExceptions, resolveException } from "../payments/exceptions/exceptions";
import { platformProcedure, router, text } from "../trpc/procedure";
import { readLastHour, readSystem } from "./read-system";

const PAGE_SIZE = 50;

export const systemRouter = router({
  read: platformProcedure.query(({ ctx }) => readSystem(ctx.call)),
  lastHour: platformProcedure.query(({ ctx }) => readLastHour(ctx.call)),
  mails: platformProcedure.query(({ ctx }) => listFailedMails(ctx.call)),
});

export const exceptionsRouter = router({
  /** A page of the open exceptions, live ones first, then newest first; of one kind or all. */
  list: platformProcedure
    .input(z.object({ kind: z.enum(EXCEPTION_KINDS).nullable(), cursor: z.string().max(MAX_CURSOR_LENGTH).optional() }))
    .query(async ({ input: { kind, cursor } }) => {
      const { rows, ...pages } = await listExceptions({ kind: kind ?? undefined, cursor, limit: PAGE_SIZE });
      const items = rows.map(({ amount, ...exception }) => ({
        ...exception,
        decimal: toDecimalString({ amountMinor: amount, currency: exception.currency }),
      }));
      return { ...pages, items };
    }),
  resolve: platformProcedure
    .input(z.object({ id: uuid, note: text }))
    .mutation(({ ctx, input }) => resolveException(ctx.call, input)),
});
