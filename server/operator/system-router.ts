import { z } from "zod";
import { toDecimalString } from "../lib/money/money";
import { listFailedMails } from "../mail/list-mails";
import { EXCEPTION_KINDS } from "../payments/attempts/attempt-facts";
import { listExceptions, resolveException } from "../payments/exceptions/exceptions";
import { platformProcedure, router } from "../trpc/procedure";
import { readLastHour, readSystem } from "./read-system";
import { text } from "./texts";

const MAX_EXCEPTIONS = 200;

export const systemRouter = router({
  read: platformProcedure.query(({ ctx }) => readSystem(ctx.call)),
  lastHour: platformProcedure.query(({ ctx }) => readLastHour(ctx.call)),
  mails: platformProcedure.query(({ ctx }) => listFailedMails(ctx.call)),
});

export const exceptionsRouter = router({
  /** Open exceptions, newest first, of one kind or all; `more`: there are older ones. */
  list: platformProcedure
    .input(z.object({ kind: z.enum(EXCEPTION_KINDS).nullable() }))
    .query(async ({ input: { kind } }) => {
      const rows = await listExceptions({ ...(kind === null ? {} : { kind }), limit: MAX_EXCEPTIONS + 1 });
      const items = rows.slice(0, MAX_EXCEPTIONS).map(({ amount, ...exception }) => ({
        ...exception,
        decimal: toDecimalString({ amountMinor: amount, currency: exception.currency }),
      }));
      return { items, more: rows.length > MAX_EXCEPTIONS };
    }),
  resolve: platformProcedure
    .input(z.object({ id: z.uuid(), note: text }))
    .mutation(({ ctx, input }) => resolveException(ctx.call, input)),
});
