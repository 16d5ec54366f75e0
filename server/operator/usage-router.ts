import { z } from "zod";
import { dbOf } from "../lib/db";
import { checkPerMinute, setRateLimit } from "../merchants/set-rate-limit";
import { form, platformProcedure, router } from "../trpc/procedure";
import { requirePlatform } from "./require-platform";
import { findMerchantUsage } from "./usage-store";

const MAX_MERCHANTS = 200;

const requestLimit = z.object({ merchantId: z.uuid(), perMinute: z.number().nullable() });

export const usageRouter = router({
  /** Merchants with requests in the last hour or with a limit, busiest first. */
  list: platformProcedure.query(({ ctx }) => {
    requirePlatform(ctx.call);
    return findMerchantUsage(dbOf(ctx.call), MAX_MERCHANTS);
  }),
  setLimit: platformProcedure
    .meta(form(requestLimit, ({ perMinute }) => checkPerMinute(perMinute)))
    .input(requestLimit)
    .mutation(({ ctx, input }) => setRateLimit(ctx.call, input)),
});
