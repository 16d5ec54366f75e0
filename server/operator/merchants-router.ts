import { z } from "zod";
import { uuid } from "../lib/ids";
import { checkName } from "../lib/names";
import { decideName, listNameRequests } from "../merchants/branding/decide-name";
import { checkNewMerchant, createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { checkReason } from "../merchants/rules";
import { switchMerchant } from "../merchants/switch-merchant";
import { form, platformProcedure, router, text } from "../trpc/procedure";
import {
  listMerchantOverviews,
  listPartnerOverviews,
  readMerchantOverview,
  readPartnerOverview,
} from "./list-merchants";
import { search } from "./search-text";

const PAGE_SIZE = 25;

const filter = z.object({
  search,
  partnerId: uuid.optional(),
  suspended: z.boolean(),
  /** Where the page before ended. */
  after: z.object({ name: text, id: uuid }).nullable(),
});

/** The country in any case. */
const country = text.transform((given) => given.trim().toUpperCase());
const newMerchant = z.object({ brandName: text, country, partnerId: uuid.optional() });
const suspension = z.object({ merchantId: uuid, to: z.enum(["suspended", "active"]), reason: text });
const refusal = z.object({ id: uuid, reason: text });
const newPartner = z.object({ name: text });

export const merchantsRouter = router({
  list: platformProcedure
    .input(filter)
    .query(({ ctx, input: { after, partnerId = null, ...wanted } }) =>
      listMerchantOverviews(ctx.call, { filter: { ...wanted, partnerId }, after, limit: PAGE_SIZE }),
    ),
  get: platformProcedure
    .input(z.object({ merchantId: uuid }))
    .query(({ ctx, input }) => readMerchantOverview(ctx.call, input)),
  create: platformProcedure
    .meta(form(newMerchant, ({ brandName, country }) => checkNewMerchant({ brandName, country })))
    .input(newMerchant)
    .mutation(async ({ ctx, input: { partnerId, ...given } }) => {
      const { id } = await createMerchant(ctx.call, { ...given, ...(partnerId === undefined ? {} : { partnerId }) });
      return { id };
    }),
  switch: platformProcedure
    .meta(form(suspension, ({ reason }) => checkReason(reason)))
    .input(suspension)
    .mutation(({ ctx, input }) => switchMerchant(ctx.call, input)),
});

/** Names of merchants that wait for the operator's approval. */
export const namesRouter = router({
  list: platformProcedure.query(({ ctx }) => listNameRequests(ctx.call)),
  approve: platformProcedure
    .input(z.object({ id: uuid }))
    .mutation(({ ctx, input }) => decideName(ctx.call, { ...input, to: "approved" })),
  refuse: platformProcedure
    .meta(form(refusal, ({ reason }) => checkReason(reason)))
    .input(refusal)
    .mutation(({ ctx, input }) => decideName(ctx.call, { ...input, to: "refused" })),
});

export const partnersRouter = router({
  list: platformProcedure.query(({ ctx }) => listPartnerOverviews(ctx.call)),
  get: platformProcedure
    .input(z.object({ partnerId: uuid }))
    .query(({ ctx, input }) => readPartnerOverview(ctx.call, input)),
  create: platformProcedure
    .meta(form(newPartner, ({ name }) => checkName(name)))
    .input(newPartner)
    .mutation(({ ctx, input }) => createPartner(ctx.call, input)),
});
