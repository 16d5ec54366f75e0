import { z } from "zod";
import { SCOPES } from "../lib/context";
import { merchantProcedure, router } from "../trpc/procedure";
import { createCredential } from "./create-credential";
import { disableCredential } from "./disable-credential";
import { listCredentials } from "./list-credentials";

const newCredential = z.object({
  name: z.string().max(200),
  testOnly: z.boolean(),
  /** What it may do; none: everything. */
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).optional(),
});

export const credentialsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listCredentials(ctx.call, input)),
  create: merchantProcedure
    .input(newCredential)
    .mutation(({ ctx, input: { merchantId, scopes = [], ...input } }) =>
      createCredential(ctx.call, { ...input, scopes, owner: { merchantId } }),
    ),
  disable: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => disableCredential(ctx.call, input)),
});
