import { z } from "zod";
import { uuid } from "../lib/ids";
import { merchantProcedure, router } from "../trpc/procedure";
import { listAccountAccess } from "./list-account-access";
import { removeAccess } from "./remove-access";
import { startRenewal } from "./start-renewal";

const account = z.object({ accountId: uuid });

export const accountsRouter = router({
  list: merchantProcedure.query(async ({ ctx, input }) => {
    const accounts = await listAccountAccess(ctx.call, input);
    return { accounts, mayRenew: ctx.may("accounts.renew"), mayRemove: ctx.may("accounts.removeAccess") };
  }),
  renew: merchantProcedure.input(account).mutation(({ ctx, input }) => startRenewal(ctx.call, input)),
  removeAccess: merchantProcedure.input(account).mutation(({ ctx, input }) => removeAccess(ctx.call, input)),
});
