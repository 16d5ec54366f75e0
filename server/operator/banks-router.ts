import { z } from "zod";
import { checkConnectionText } from "../connectors/connections/check-connection";
import { setConnectionEnabled } from "../connectors/connections/enable-connection";
import { listConnections } from "../connectors/connections/list-connections";
import { previewConnection, readConnectionText } from "../connectors/connections/preview-connection";
import { putConnection, requireValid } from "../connectors/connections/put-connection";
import { testConnection } from "../connectors/connections/test-connection";
import { AppError } from "../lib/errors";
import { form, platformProcedure, router, text } from "../trpc/procedure";
import { listCatalogue } from "./list-catalogue";
import { search } from "./search-text";

/** Far more than a connection to all banks of the catalogue takes. */
const MAX_CONNECTION_CHARACTERS = 64 * 1_024;

const connection = z.object({ id: text });
const written = z.object({ text: z.string().max(MAX_CONNECTION_CHARACTERS) });
const saved = written.extend({ opened: connection.extend(written.shape).optional() });

export const banksRouter = router({
  list: platformProcedure
    .input(z.object({ market: z.string().length(2).nullable(), search }))
    .query(({ ctx, input }) => listCatalogue(ctx.call, input)),
});

export const connectionsRouter = router({
  list: platformProcedure.query(({ ctx }) => listConnections(ctx.call)),
  get: platformProcedure.input(connection).query(async ({ ctx, input }) => {
    const found = (await listConnections(ctx.call)).find(({ id }) => id === input.id);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such connection." });
    return found;
  }),
  /** As it was written, for who may write it. */
  read: platformProcedure.input(connection).query(({ ctx, input }) => readConnectionText(ctx.call, input)),
  /** Changes nothing; by POST, because what is written is longer than an address may be. */
  check: platformProcedure.input(written).mutation(({ ctx, input }) => previewConnection(ctx.call, input.text)),
  put: platformProcedure
    .meta(form(saved, (input) => requireValid(checkConnectionText(input.text))))
    .input(saved)
    .mutation(({ ctx, input }) => putConnection(ctx.call, input.text, input.opened)),
  switch: platformProcedure
    .input(connection.extend({ to: z.enum(["enabled", "disabled"]) }))
    .mutation(({ ctx, input }) => setConnectionEnabled(ctx.call, input)),
  test: platformProcedure.input(connection).mutation(({ ctx, input }) => testConnection(ctx.call, input)),
});
