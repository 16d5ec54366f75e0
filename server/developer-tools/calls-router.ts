import { z } from "zod";
import { callInProcess } from "../http/call-in-process";
import { operationOf } from "../http/openapi/operations";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { MAX_CURSOR_LENGTH } from "../lib/keyset";
import { merchantProcedure, router } from "../trpc/procedure";
import { callFilter } from "./call-filter";
import { readCall } from "./read-call";
import { withoutLeftOut } from "./recorded-parts";
import { searchCalls } from "./search-calls";
import { tester } from "./tester";
import { encodedPath, searchOf } from "./try-rules";

const ID = z.object({ id: z.string() });

export const callsRouter = router({
  search: merchantProcedure
    .input(callFilter.extend({ cursor: z.string().max(MAX_CURSOR_LENGTH).optional() }))
    .query(({ ctx, input }) => searchCalls(ctx.call, input)),
  get: merchantProcedure.input(ID).query(({ ctx, input }) => readCall(ctx.call, input)),
  /** Repeats a call as a test with a new idempotency key. */
  repeat: merchantProcedure.input(ID).mutation(async ({ ctx, input }) => {
    const call = await readCall(ctx.call, input);
    const operation = call.endpoint === null ? null : operationOf(call.endpoint);
    if (call.repeat.kind !== "ready" || !operation) {
      throw new AppError("VALIDATION_ERROR", { message: "This request cannot be resent as it was. Nothing was sent." });
    }
    return callInProcess({
      caller: tester(ctx.call.caller, input.merchantId),
      ip: ctx.call.ip,
      method: operation.method,
      address: encodedPath(call.path) + searchOf(call.sent.query),
      ...(operation.hasBody ? { body: withoutLeftOut(call.sent.body) ?? {} } : {}),
      idempotencyKey: operation.idempotent ? newId() : undefined,
    });
  }),
});
