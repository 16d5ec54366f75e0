import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { failingDestinations } from "./failing-destinations";
import { holdDestination } from "./hold-destination";
import { listHealth } from "./list-health";
import { resumeDestination } from "./resume-destination";

/** Null: the default URL. */
const destination = z.object({ name: z.string().max(63).nullable() });

export const healthRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listHealth(ctx.call, input)),
  // For everybody who may look at this merchant: the sign at "Webhooks" is on every page.
  failing: merchantProcedure.query(({ ctx, input }) => failingDestinations(ctx.call, input)),
  hold: merchantProcedure.input(destination).mutation(({ ctx, input }) => holdDestination(ctx.call, input)),
  resume: merchantProcedure.input(destination).mutation(({ ctx, input }) => resumeDestination(ctx.call, input)),
});
