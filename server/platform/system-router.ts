import { z } from "zod";
import { toDecimalString } from "../lib/money";
import { listFailedMails } from "../mail/list-failed-mails";
import { ANOMALY_KINDS } from "../payments/attempt-facts";
import { listAnomalies } from "../payments/list-anomalies";
import { resolveAnomaly } from "../payments/resolve-anomaly";
import { platformProcedure, router } from "../trpc/procedure";
import { readSystem } from "./read-system";
import { text } from "./texts";

const MAX_ANOMALIES = 200;

export const systemRouter = router({
  read: platformProcedure.query(({ ctx }) => readSystem(ctx.call)),
  mails: platformProcedure.query(({ ctx }) => listFailedMails(ctx.call)),
});

export const anomaliesRouter = router({
  /** Those that nobody has dealt with, newest first, of one kind or of all; `more`: there are others behind them. */
  list: platformProcedure
    .input(z.object({ kind: z.enum(ANOMALY_KINDS).nullable() }))
    .query(async ({ input: { kind } }) => {
      const rows = await listAnomalies({ ...(kind === null ? {} : { kind }), limit: MAX_ANOMALIES + 1 });
      const items = rows.slice(0, MAX_ANOMALIES).map(({ amount, ...anomaly }) => ({
        ...anomaly,
        decimal: toDecimalString({ amountMinor: amount, currency: anomaly.currency }),
      }));
      return { items, more: rows.length > MAX_ANOMALIES };
    }),
  resolve: platformProcedure
    .input(z.object({ id: z.uuid(), note: text }))
    .mutation(({ ctx, input }) => resolveAnomaly(ctx.call, input)),
});
