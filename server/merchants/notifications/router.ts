import { z } from "zod";
import { merchantProcedure, router } from "../../trpc/procedure";
import { NOTIFICATION_KINDS } from "./kinds";
import { listPreferences, setPreference } from "./preferences";

/** The signed-in person's mails about a merchant. */
export const notificationsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listPreferences(ctx.call, input)),
  set: merchantProcedure
    .input(z.object({ kind: z.enum(NOTIFICATION_KINDS), enabled: z.boolean() }))
    .mutation(({ ctx, input }) => setPreference(ctx.call, input)),
});
