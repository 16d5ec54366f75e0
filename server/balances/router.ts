import { z } from "zod";
import { now } from "../lib/clock";
import { merchantProcedure, router } from "../trpc/procedure";
import { getAccountBalance } from "./get-balances";

export const balancesRouter = router({
  /** One account a call, so that each stands there as soon as its own bank has answered. */
  read: merchantProcedure
    .input(z.object({ accountId: z.uuid() }))
    .query(async ({ ctx, input }) => ({ ...(await getAccountBalance(ctx.call, input)), askedAt: now() })),
});
