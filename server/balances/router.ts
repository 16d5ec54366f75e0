import { now } from "../lib/clock";
import { merchantProcedure, router } from "../trpc/procedure";
import { getBalancesWithReasons } from "./get-balances";

export const balancesRouter = router({
  list: merchantProcedure("read").query(async ({ ctx, input }) => {
    const accounts = await getBalancesWithReasons(ctx.call, { merchant_id: input.merchantId });
    return { accounts, askedAt: now() };
  }),
});
