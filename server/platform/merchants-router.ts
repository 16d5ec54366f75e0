import { z } from "zod";
import { createMerchant } from "../merchants/create-merchant";
import { createPartner } from "../merchants/create-partner";
import { decideName, listNameRequests } from "../merchants/decide-name";
import { switchMerchant } from "../merchants/switch-merchant";
import { platformProcedure, router } from "../trpc/procedure";
import {
  listMerchantOverviews,
  listPartnerOverviews,
  readMerchantOverview,
  readPartnerOverview,
} from "./list-merchants";
import { search, text } from "./texts";

const PAGE_SIZE = 25;

const filter = z.object({
  search,
  partnerId: z.uuid().optional(),
  suspended: z.boolean(),
  /** Where the page before ended. */
  after: z.object({ name: text, id: z.uuid() }).nullable(),
});

export const merchantsRouter = router({
  list: platformProcedure
    .input(filter)
    .query(({ ctx, input: { after, partnerId = null, ...wanted } }) =>
      listMerchantOverviews(ctx.call, { filter: { ...wanted, partnerId }, after, limit: PAGE_SIZE }),
    ),
  get: platformProcedure
    .input(z.object({ merchantId: z.uuid() }))
    .query(({ ctx, input }) => readMerchantOverview(ctx.call, input)),
  create: platformProcedure
    .input(z.object({ brandName: text, country: text, partnerId: z.uuid().optional() }))
    .mutation(async ({ ctx, input: { brandName, country, partnerId } }) => {
      const wanted = {
        brandName,
        country: country.trim().toUpperCase(),
        ...(partnerId === undefined ? {} : { partnerId }),
      };
      const { id } = await createMerchant(ctx.call, wanted);
      return { id };
    }),
  switch: platformProcedure
    .input(z.object({ merchantId: z.uuid(), to: z.enum(["suspended", "active"]), reason: text }))
    .mutation(({ ctx, input }) => switchMerchant(ctx.call, input)),
});

/** Names of merchants that wait for the operator's approval. */
export const namesRouter = router({
  list: platformProcedure.query(({ ctx }) => listNameRequests(ctx.call)),
  approve: platformProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => decideName(ctx.call, { ...input, to: "approved" })),
  refuse: platformProcedure
    .input(z.object({ id: z.uuid(), reason: text }))
    .mutation(({ ctx, input }) => decideName(ctx.call, { ...input, to: "refused" })),
});

export const partnersRouter = router({
  list: platformProcedure.query(({ ctx }) => listPartnerOverviews(ctx.call)),
  get: platformProcedure
    .input(z.object({ partnerId: z.uuid() }))
    .query(({ ctx, input }) => readPartnerOverview(ctx.call, input)),
  create: platformProcedure
    .input(z.object({ name: text }))
    .mutation(({ ctx, input }) => createPartner(ctx.call, input)),
});
