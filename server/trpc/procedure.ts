import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { consoleCaller } from "../access/console-access";
import type { SignedInUser } from "../access/sessions";
import type { Ctx, Scope } from "../lib/context";
import { AppError, type FieldError, isAppError } from "../lib/errors";
import { log } from "../lib/log";
import { refuseUnstorable } from "../lib/storable";

/** What every call of the Console begins with: the public context of the request, and who is signed in. */
export type TrpcContext = { ctx: Ctx; user: SignedInUser | null };

/** What the Console reads of a failure, beside tRPC's own. */
export type FailureData = { appCode: string; fields: FieldError[]; requestId: string | null };

const TRPC_CODES = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  410: "PRECONDITION_FAILED",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
} as const satisfies Record<number, TRPCError["code"]>;

function failureOf(error: TRPCError): Omit<FailureData, "requestId"> {
  const { cause } = error;
  if (isAppError(cause)) return { appCode: cause.code, fields: cause.metadata?.errors ?? [] };
  if (cause instanceof z.ZodError) {
    const fields = cause.issues.map(({ path, message }) => ({ field: path.join("."), message }));
    return { appCode: "VALIDATION_ERROR", fields };
  }
  return { appCode: error.code === "INTERNAL_SERVER_ERROR" ? "INTERNAL_SERVER_ERROR" : error.code, fields: [] };
}

const t = initTRPC.context<TrpcContext>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const known = isAppError(error.cause) || error.code !== "INTERNAL_SERVER_ERROR";
    const data: FailureData = { ...failureOf(error), requestId: ctx?.ctx.requestId ?? null };
    const message = known ? shape.message : new AppError("INTERNAL_SERVER_ERROR").message;
    return { message, code: shape.code, data: { httpStatus: shape.data.httpStatus, code: shape.data.code, ...data } };
  },
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** An AppError keeps its code and its status; anything else is ours, and is logged with the request's id. */
const withErrors = t.middleware(async ({ ctx, path, next }) => {
  const result = await next();
  if (result.ok) return result;
  const { cause } = result.error;
  if (isAppError(cause)) {
    const code = TRPC_CODES[cause.status as keyof typeof TRPC_CODES] ?? "INTERNAL_SERVER_ERROR";
    throw new TRPCError({ code, message: cause.message, cause });
  }
  if (result.error.code === "INTERNAL_SERVER_ERROR") {
    log().error({ request_id: ctx.ctx.requestId, procedure: path, error: cause ?? result.error }, "procedure failed");
  }
  return result;
});

const storable = t.middleware(async ({ getRawInput, next }) => {
  refuseUnstorable(await getRawInput());
  return next();
});

/**
 * A call for one merchant: the input names it, and the user has to hold a role that reaches it. `scope` is what a role
 * of less than everything needs; null: only a role that may do everything.
 */
export function merchantProcedure(scope: Scope | null) {
  return t.procedure
    .use(withErrors)
    .use(storable)
    .input(z.object({ merchantId: z.uuid() }))
    .use(async ({ ctx, input, next }) => {
      if (!ctx.user) throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
      const caller = await consoleCaller(ctx.ctx, ctx.user, input.merchantId);
      const { scopes } = caller;
      if (scopes.length > 0 && (scope === null || !scopes.includes(scope))) throw new AppError("FORBIDDEN");
      const call: Ctx = { ...ctx.ctx, caller };
      return next({ ctx: { call } });
    });
}
