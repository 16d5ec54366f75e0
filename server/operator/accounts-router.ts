import { z } from "zod";
import { addAccount, checkNewAccount } from "../accounts/add-account";
import { closeAccount, listAccountsForOperator, setAccountRoles } from "../accounts/operate-accounts";
import { uuid } from "../lib/ids";
import { maskIban } from "../lib/money/iban";
import { form, platformProcedure, router, text } from "../trpc/procedure";

const MAX_GIVEN_ROLES = 20;

const roles = z.array(text).max(MAX_GIVEN_ROLES);
const account = z.object({ id: uuid });
const newAccount = z.object({
  merchantId: uuid,
  connectionId: text,
  iban: text,
  currency: text,
  roles,
  holderName: text.optional(),
  bankName: text.optional(),
  simulated: z.boolean(),
});

export const accountsRouter = router({
  /** The number is masked. */
  list: platformProcedure.input(z.object({ merchantId: uuid })).query(async ({ ctx, input }) =>
    (await listAccountsForOperator(ctx.call, input)).map(({ iban, ...listed }) => ({
      ...listed,
      number: maskIban(iban),
    })),
  ),
  add: platformProcedure
    .meta(form(newAccount, checkNewAccount))
    .input(newAccount)
    .mutation(({ ctx, input }) => addAccount(ctx.call, input)),
  setRoles: platformProcedure
    .input(account.extend({ roles }))
    .mutation(({ ctx, input }) => setAccountRoles(ctx.call, input)),
  close: platformProcedure.input(account).mutation(({ ctx, input }) => closeAccount(ctx.call, input)),
});
