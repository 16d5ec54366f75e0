import { z } from "zod";
import { SCOPES } from "../lib/context";
import { form, merchantProcedure, router } from "../trpc/procedure";
import { checkNewCredential, createCredential } from "./credentials/create-credential";
import { parseLimits } from "./credentials/credential-limits";
import { disableCredential } from "./credentials/disable-credential";
import { limitCredential } from "./credentials/limit-credential";
import { listCredentials } from "./credentials/list-credentials";

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
  /** Null: no end. */
  endsAt: z.iso.datetime({ offset: true }).nullable(),
  /** Empty: all addresses. */
  allowedNetworks,
});
/** `seen`: the limits that the form was filled with. */
const limitChange = limits.extend({ id: z.string(), seen: limits });

const momentOf = (text: string | null | undefined) => (text ? new Date(text) : null);

/** An API key as the use-case takes it. */
function credentialOf({
  scopes = [],
  endsAt,
  allowedNetworks: networks = [],
  ...rest
}: z.output<typeof newCredential>) {
  return { ...rest, scopes, endsAt: momentOf(endsAt), allowedNetworks: networks };
}
const limitsOf = <T extends { endsAt: string | null }>({ endsAt, ...rest }: T) => ({
  ...rest,
  endsAt: momentOf(endsAt),
});

export const credentialsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listCredentials(ctx.call, input)),
  create: merchantProcedure
    .meta(form(newCredential, (input) => checkNewCredential(credentialOf(input))))
    .input(newCredential)
    .mutation(({ ctx, input: { merchantId, ...input } }) =>
      createCredential(ctx.call, { ...credentialOf(input), owner: { merchantId } }),
    ),
  limit: merchantProcedure
    .meta(form(limitChange, (input) => parseLimits(limitsOf(input))))
    .input(limitChange)
    .mutation(async ({ ctx, input: { seen, ...input } }) => {
      await limitCredential(ctx.call, { ...limitsOf(input), seen: limitsOf(seen) });
    }),
  disable: merchantProcedure
    .input(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => disableCredential(ctx.call, input)),
});
