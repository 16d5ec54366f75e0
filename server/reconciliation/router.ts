import { z } from "zod";
import { amountAndTime } from "../lib/currency-spans";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { toDecimalString } from "../lib/money";
import { merchantProcedure, platformProcedure, router } from "../trpc/procedure";
import { listDisagreements } from "./list-disagreements";
import { listMovementChoices, listMovements, sumUnplaced } from "./list-movements";
import { MOVEMENT_KINDS } from "./movement-kinds";
import { dismissEntry, isOperator, matchEntry } from "./resolve-entry";

const PAGE_SIZE = 25;

const entry = z.object({ id: z.string(), reason: z.string().max(1_000) });

export const movementsRouter = router({
  /** Those of the simulated accounts, or of the real ones. */
  list: merchantProcedure
    .input(
      amountAndTime.extend({
        test: z.boolean(),
        accountId: z.uuid().optional(),
        kind: z.enum(MOVEMENT_KINDS).optional(),
        cursor: z.string().max(MAX_CURSOR_LENGTH).optional(),
      }),
    )
    .query(async ({ ctx, input: { cursor, ...input } }) => {
      const at = cursor === undefined ? {} : { cursor };
      const { items, ...page } = await listMovements(ctx.call, { ...input, ...at, limit: PAGE_SIZE });
      const movements = items.map(({ amountMinor, ...movement }) => ({
        ...movement,
        // What went out is negative: the direction is the sign.
        decimal: toDecimalString({
          ...movement,
          amountMinor: movement.direction === "debit" ? -amountMinor : amountMinor,
        }),
      }));
      return { ...page, items: movements, mayDecide: isOperator(ctx.call) };
    }),
  /** What the list can be narrowed to. */
  choices: merchantProcedure
    .input(z.object({ test: z.boolean() }))
    .query(({ ctx, input }) => listMovementChoices(ctx.call, input)),
  /** What has come in and belongs to no payment. */
  unplaced: merchantProcedure.input(z.object({ test: z.boolean() })).query(async ({ ctx, input }) => {
    const sums = await sumUnplaced(ctx.call, input);
    return sums.map((sum) => ({ currency: sum.currency, count: sum.count, decimal: toDecimalString(sum) }));
  }),
  disagreements: merchantProcedure.input(z.object({ test: z.boolean() })).query(async ({ ctx, input }) => {
    const { findings, reportedAt } = await listDisagreements(ctx.call, input);
    const shown = findings.map(({ merchantId: _, amount, ...finding }) => ({
      ...finding,
      decimal: amount && toDecimalString({ amountMinor: BigInt(amount), currency: finding.currency }),
    }));
    return { findings: shown, reportedAt };
  }),
  /** The operator's people alone: whose money a movement is. */
  match: platformProcedure
    .input(entry.extend({ payment: z.string().max(64) }))
    .mutation(({ ctx, input: { reason, ...input } }) => matchEntry(ctx.call, { ...input, note: reason })),
  dismiss: platformProcedure
    .input(entry)
    .mutation(({ ctx, input: { reason, ...input } }) => dismissEntry(ctx.call, { ...input, note: reason })),
});
