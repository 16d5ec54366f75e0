import { z } from "zod";
import { merchantProcedure, router } from "../../trpc/procedure";
import { deleteSavedView, listSavedViews, saveView } from "./saved-views";

const MAX_NAME = 40;
const MAX_SEARCH = 1_000;

export const savedViewsRouter = router({
  list: merchantProcedure.query(({ ctx, input }) => listSavedViews(ctx.call, input)),
  save: merchantProcedure
    .input(
      z.object({
        name: z.string().trim().min(1).max(MAX_NAME),
        /** The search parameters of the list's address, which the page reads as those of any address. */
        search: z.string().min(1).max(MAX_SEARCH),
      }),
    )
    .mutation(({ ctx, input }) => saveView(ctx.call, input)),
  delete: merchantProcedure
    .input(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => deleteSavedView(ctx.call, input)),
});
