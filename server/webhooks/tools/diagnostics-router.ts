import { z } from "zod";
import { merchantProcedure, router } from "../../trpc/procedure";
import { probeEndpoint } from "./probe/probe-endpoint";
import { readLastProbe } from "./probe/read-last-probe";
import { readReceiverTests } from "./receiver-test/read-receiver-tests";
import { startReceiverTest } from "./receiver-test/start-receiver-test";

/** Null: the merchant's default URL. */
const endpointRef = z.object({ name: z.string().max(63).nullable() });

/** Connection test and receiver test. */
export const diagnosticsRouter = router({
  probe: merchantProcedure.input(endpointRef).mutation(({ ctx, input }) => probeEndpoint(ctx.call, input)),
  lastProbe: merchantProcedure.input(endpointRef).query(({ ctx, input }) => readLastProbe(ctx.call, input)),
  startReceiverTest: merchantProcedure
    .input(endpointRef)
    .mutation(({ ctx, input }) => startReceiverTest(ctx.call, input)),
  listReceiverTests: merchantProcedure
    .input(endpointRef.extend({ receiverTest: z.uuid().optional() }))
    .query(({ ctx, input }) => readReceiverTests(ctx.call, input)),
});
