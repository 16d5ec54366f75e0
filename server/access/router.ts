import { z } from "zod";
import { SCOPES } from "../lib/context";
import { merchantProcedure, router } from "../trpc/procedure";
import { createCredential } from "./create-credential";
import { disableCredential } from "./disable-credential";
import { limitCredential } from "./limit-credential";
import { listCredentials } from "./list-credentials";

const allowedNetworks = z.array(z.string().max(64)).max(100);

const newCredential = z.object({
  name: z.string().max(200),
  testOnly: z.boolean(),
  /** The scopes of the API key; absent: all. */
  scopes: z.array(z.enum(SCOPES)).max(SCOPES.length).optional(),
  endsAt: z.iso.datetime({ offset: true }).nullish(),
  allowedNetworks: allowedNetworks.optional(),
});

const limits = z.object({
  id: z.string(),
  /** Null: no end. */
  endsAt: z.iso.datetime({ offset: true }).nullable(),
  /** Empty: all addresses. */
  allowedNetworks,
});

const momentOf = (text: string | null | undefined) => (text ? new Date(text) : null);

export const credentialsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listCredentials(ctx.call, input)),
  create: merchantProcedure
    .input(newCredential)
    .mutation(({ ctx, input: { merchantId, scopes = [], endsAt, allowedNetworks: networks = [], ...input } }) =>
      createCredential(ctx.call, {
        ...input,
        scopes,
        endsAt: momentOf(endsAt),
        allowedNetworks: networks,
        owner: { merchantId },
      }),
    ),
  limit: merchantProcedure
    .input(limits)
    .mutation(({ ctx, input: { endsAt, ...input } }) =>
      limitCredential(ctx.call, { ...input, endsAt: momentOf(endsAt) }),
    ),
  disable: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => disableCredential(ctx.call, input)),
});
