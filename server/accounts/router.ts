import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { listAccountAccess } from "./list-account-access";
import { removeAccess } from "./remove-access";
import { startRenewal } from "./start-renewal";

const account = z.object({ accountId: z.uuid() });

export const accountsRouter = router({
  list: merchantProcedure("read").query(async ({ ctx, input }) => {
    const { scopes } = ctx.call.caller;
    const accounts = await listAccountAccess(ctx.call, input);
    return { accounts, mayRenew: scopes.length === 0 || scopes.includes("payments"), mayRemove: scopes.length === 0 };
  }),
  // Who works with the money renews what it is watched by; taking it away is for those who may do everything.
  renew: merchantProcedure("payments")
    .input(account)
    .mutation(({ ctx, input }) => startRenewal(ctx.call, input)),
  removeAccess: merchantProcedure(null)
    .input(account)
    .mutation(({ ctx, input }) => removeAccess(ctx.call, input)),
});
