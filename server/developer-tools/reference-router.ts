import { z } from "zod";
import { callInProcess } from "../http/call-in-process";
import { listOperations, operationOf } from "../http/openapi/operations";
import { AppError } from "../lib/errors";
import { merchantProcedure, router } from "../trpc/procedure";
import { tester } from "./tester";
import { whyNotSent } from "./try-rules";

const MAX_ID_LENGTH = 64;
/** The API's limit. */
const MAX_KEY_LENGTH = 255;
const MAX_VALUE_LENGTH = 2_048;
/** What HTTP can send in a header (RFC 9110 §5.5). The API then says which keys it accepts. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** The placeholders of a path. */
const PLACEHOLDER = /\{(\w+)\}/g;

const header = (maxLength: number) =>
  z.string().max(maxLength).regex(HEADER_VALUE, "contains a character that HTTP cannot send").optional();
const values = z.record(z.string().max(MAX_ID_LENGTH), z.string().max(MAX_VALUE_LENGTH));

export const referenceRouter = router({
  /** Every operation of the API, with the reason for those that can't be sent from here. */
  read: merchantProcedure.query(() =>
    listOperations().map((operation) => ({ ...operation, notSent: whyNotSent(operation.id) })),
  ),
  /** Sends a real call through the API's own handler, in this merchant's test mode, as the signed-in user. */
  send: merchantProcedure
    .input(
      z.object({
        operation: z.string().max(MAX_ID_LENGTH),
        params: values.optional(),
        query: values.optional(),
        /** A text is sent unchanged. The API refuses one over its own limit. */
        body: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
        idempotencyKey: header(MAX_KEY_LENGTH),
        requestId: header(MAX_VALUE_LENGTH),
        ifNoneMatch: header(MAX_VALUE_LENGTH),
      }),
    )
    .mutation(({ ctx, input }) => {
      const operation = operationOf(input.operation);
      if (!operation) throw new AppError("NOT_FOUND", { message: "No such operation." });
      const why = whyNotSent(operation.id);
      if (why !== null) throw new AppError("FORBIDDEN", { message: `${why} Nothing was sent.` });
      const path = operation.path.replace(PLACEHOLDER, (_, name: string) =>
        encodeURIComponent(input.params?.[name] || "-"),
      );
      return callInProcess({
        caller: tester(ctx.call.caller, input.merchantId),
        ip: ctx.call.ip,
        method: operation.method,
        address: `${path}?${new URLSearchParams(input.query)}`,
        ...(operation.hasBody ? { body: input.body ?? {} } : {}),
        idempotencyKey: operation.idempotent ? input.idempotencyKey || undefined : undefined,
        ...{ requestId: input.requestId, ifNoneMatch: input.ifNoneMatch },
      });
    }),
});
