import { z } from "zod";
import { merchantProcedure, router } from "../../trpc/procedure";
import { listFailingEndpoints } from "./list-failing-endpoints";
import { listHealth } from "./list-health";
import { pauseEndpoint } from "./pause-endpoint";
import { resumeEndpoint } from "./resume-endpoint";

/** Null: the default URL. */
const endpointRef = z.object({ name: z.string().max(63).nullable() });

export const healthRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listHealth(ctx.call, input)),
  // For every member: the badge at "Webhooks" is on every page.
  failing: merchantProcedure.query(({ ctx, input }) => listFailingEndpoints(ctx.call, input)),
  pause: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => pauseEndpoint(ctx.call, input)),
  resume: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => resumeEndpoint(ctx.call, input)),
});
