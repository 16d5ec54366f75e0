import { z } from "zod";
import { now } from "../lib/clock";
import { uuid } from "../lib/ids";
import { merchantProcedure, router } from "../trpc/procedure";
import { getAccountBalance } from "./get-balances";

export const balancesRouter = router({
  /** One account per call, so that the Console shows each as soon as its bank has responded. */
  read: merchantProcedure
    .input(z.object({ accountId: uuid }))
    .query(async ({ ctx, input }) => ({ ...(await getAccountBalance(ctx.call, input)), fetchedAt: now() })),
});
