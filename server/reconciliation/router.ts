import { z } from "zod";
import { toDecimalString } from "../lib/money";
import { merchantProcedure, router } from "../trpc/procedure";
import { listMovements } from "./list-movements";

const PAGE_SIZE = 25;

export const movementsRouter = router({
  list: merchantProcedure.input(z.object({ page: z.int().min(1) })).query(async ({ ctx, input }) => {
    const { items, total } = await listMovements(ctx.call, { ...input, limit: PAGE_SIZE });
    const movements = items.map(({ amountMinor, ...movement }) => ({
      ...movement,
      // What went out is negative: the direction is the sign.
      decimal: toDecimalString({
        ...movement,
        amountMinor: movement.direction === "debit" ? -amountMinor : amountMinor,
      }),
    }));
    return { items: movements, total, pageSize: PAGE_SIZE };
  }),
});
