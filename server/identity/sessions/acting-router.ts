import { z } from "zod";
import { ownProcedure, router } from "../../trpc/procedure";
import { findConsoleMerchants } from "./act-for";

const MAX_SEARCH_LENGTH = 200;
const FOUND = 20;

/** The merchants that the signed-in user may act for, and the choice of one. */
export const actingRouter = router({
  merchants: ownProcedure
    .input(z.object({ search: z.string().max(MAX_SEARCH_LENGTH) }))
    .query(({ ctx, input }) => findConsoleMerchants(ctx.call, ctx.session.user, { ...input, limit: FOUND })),
});
