import { z } from "zod";
import { platformAuditRouter } from "../identity/audit-log/audit-router";
import { dbOf } from "../lib/db";
import { uuid } from "../lib/ids";
import { checkPerMinute, setRateLimit } from "../merchants/set-rate-limit";
import { form, platformProcedure, router } from "../trpc/procedure";
import { accountsRouter } from "./accounts-router";
import { banksRouter, connectionsRouter } from "./banks-router";
import { merchantsRouter, namesRouter, partnersRouter } from "./merchants-router";
import { peopleRouter } from "./people-router";
import { requirePlatform } from "./require-platform";
import { exceptionsRouter, systemRouter } from "./system-router";
import { findMerchantUsage } from "./usage-store";

const MAX_MERCHANTS = 200;

const requestLimit = z.object({ merchantId: uuid, perMinute: z.number().nullable() });

const usageRouter = router({
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

/** The operator's section. Uses the same use cases as the command line. */
export const platformRouter = router({
  system: systemRouter,
  exceptions: exceptionsRouter,
  merchants: merchantsRouter,
  names: namesRouter,
  usage: usageRouter,
  partners: partnersRouter,
  banks: banksRouter,
  connections: connectionsRouter,
  accounts: accountsRouter,
  people: peopleRouter,
  audit: platformAuditRouter,
});
