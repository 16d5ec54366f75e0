import { z } from "zod";
import { merchantProcedure, router } from "../trpc/procedure";
import { readExams } from "./exam/read-exams";
import { startExam } from "./exam/start-exam";
import { probeDestination } from "./probe/probe-destination";
import { readLastProbe } from "./probe/read-last-probe";

/** Null: the merchant's default URL. */
const destination = z.object({ name: z.string().max(63).nullable() });

/** Looking at a receiver before it is relied on. */
export const examRouter = router({
  probe: merchantProcedure.input(destination).mutation(({ ctx, input }) => probeDestination(ctx.call, input)),
  lastProbe: merchantProcedure.input(destination).query(({ ctx, input }) => readLastProbe(ctx.call, input)),
  start: merchantProcedure.input(destination).mutation(({ ctx, input }) => startExam(ctx.call, input)),
  list: merchantProcedure
    .input(destination.extend({ exam: z.uuid().optional() }))
    .query(({ ctx, input }) => readExams(ctx.call, input)),
});
