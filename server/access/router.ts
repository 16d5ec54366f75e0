import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { createCredential } from "./create-credential";
import { disableCredential } from "./disable-credential";
import { listCredentials } from "./list-credentials";

const newCredential = z.object({ name: z.string().max(200), testOnly: z.boolean() });

export const credentialsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listCredentials(ctx.call, input)),
  create: merchantProcedure
    .input(newCredential)
    .mutation(({ ctx, input: { merchantId, ...input } }) =>
      createCredential(ctx.call, { ...input, owner: { merchantId } }),
    ),
  disable: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => disableCredential(ctx.call, input)),
});
