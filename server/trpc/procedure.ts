import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import { uuid } from "../lib/ids";
import "../lib/schema-messages";
import type { CallScope } from "../identity/sessions/console-access";
import type { SessionKey } from "../identity/sessions/sessions";
import { AppError, type FieldError, isAppError } from "../lib/errors";
import { log } from "../lib/log";
import { refuseUnstorable } from "../lib/storable";
import {
  type ConsoleRequest,
  consoleCall,
  TwoFactorRequired,
  VERIFICATION_REQUIRED,
  VerificationRequired,
} from "./console-call";

/**
 * The context of every call of the Console: the public context of the request, and the session. `keepSession` sets the
 * session's new token in the browser's cookie; only the HTTP route has it.
 */
export type TrpcContext = ConsoleRequest & { keepSession?: (key: SessionKey) => Promise<void> };

/** The fields of an error that the Console reads, in addition to tRPC's own. */
export type FailureData = { appCode: string; fields: FieldError[]; requestId: string | null };

/** `appCode` of a user without the required second factor. Nothing was changed. */
const TWO_FACTOR_REQUIRED = "TWO_FACTOR_REQUIRED";

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

/** The pages know a field by its name in the API: `postal_address`. */
function asOfRest({ field, message }: FieldError): FieldError {
  return { field: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), message };
}

function failureOf(error: TRPCError): Omit<FailureData, "requestId"> {
  const { cause } = error;
  if (cause instanceof VerificationRequired) return { appCode: VERIFICATION_REQUIRED, fields: [] };
  if (cause instanceof TwoFactorRequired) return { appCode: TWO_FACTOR_REQUIRED, fields: [] };
  if (isAppError(cause)) return { appCode: cause.code, fields: (cause.metadata?.errors ?? []).map(asOfRest) };
  if (cause instanceof z.ZodError) {
    // Without the index: a list is one field of a form.
    const names = (path: PropertyKey[]) => path.filter((key) => typeof key === "string").join(".");
    const fields = cause.issues.map(({ path, message }) => asOfRest({ field: names(path), message }));
    return { appCode: "VALIDATION_ERROR", fields };
  }
  return { appCode: error.code === "INTERNAL_SERVER_ERROR" ? "INTERNAL_SERVER_ERROR" : error.code, fields: [] };
}

/** `checkForm` refuses a wrong form; it is called before a step-up is requested. Set by `form`. */
type Meta = { checkForm?: (input: unknown) => Promise<void> };

const t = initTRPC
  .context<TrpcContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const known = isAppError(error.cause) || error.code !== "INTERNAL_SERVER_ERROR";
      const data: FailureData = { ...failureOf(error), requestId: ctx?.ctx.requestId ?? null };
      // The message of a schema's error is its issues as JSON.
      const own = error.cause instanceof z.ZodError ? "Check what you entered." : shape.message;
      const message = known ? own : new AppError("INTERNAL_SERVER_ERROR").message;
      return { message, code: shape.code, data: { httpStatus: shape.data.httpStatus, code: shape.data.code, ...data } };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** An AppError keeps its code and status; other errors are internal, and are logged with the request's id. */
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
 * The meta of a call whose form is checked before the step-up: a person corrects the form first, and then confirms their
 * identity once. `check`: the rules that need nothing but the form, so that an unverified session learns nothing.
 */
export function form<Schema extends z.ZodType>(schema: Schema, check: (input: z.output<Schema>) => unknown): Meta {
  return {
    checkForm: async (input) => {
      const parsed = schema.safeParse(input);
      if (!parsed.success) throw new TRPCError({ code: "BAD_REQUEST", cause: parsed.error });
      await check(parsed.data);
    },
  };
}

/** Above every limit in the rules, so that the rules refuse longer texts with their own messages. */
const MAX_TEXT_LENGTH = 1_000;

/** A text of a form. */
export const text = z.string().max(MAX_TEXT_LENGTH);

const signedIn = t.procedure.use(withErrors).use(storable);

type Opened = { ctx: ConsoleRequest; path: string; meta: Meta | undefined; getRawInput: () => Promise<unknown> };

const callIn = <Scope extends CallScope | { own: true }>({ ctx, path, meta, getRawInput }: Opened, scope: Scope) =>
  consoleCall(ctx, { path, scope, checkForm: async () => meta?.checkForm?.(await getRawInput()) });

/**
 * A call for one merchant, which the input names: the user must have a role for it that may make this call by the table
 * of permissions.
 */
export const merchantProcedure = signedIn
  .input(z.object({ merchantId: uuid }))
  .use(async (opened) => opened.next({ ctx: await callIn(opened, { merchantId: opened.input.merchantId }) }));

/** A call for one partner, which the input names: the user must have a role there or at the platform. */
export const partnerProcedure = signedIn
  .input(z.object({ partnerId: uuid }))
  .use(async (opened) => opened.next({ ctx: await callIn(opened, { partnerId: opened.input.partnerId }) }));

/** A call of the operator's section: the user must have a role at the platform that may make it. */
export const platformProcedure = signedIn.use(async (opened) =>
  opened.next({ ctx: await callIn(opened, { platform: true }) }),
);

/**
 * A call about the user's own account: sessions, passkeys, the second factor. It needs no role, and is the only kind of
 * call that a user without the required second factor may make.
 */
export const ownProcedure = signedIn.use(async (opened) => {
  const { keepSession } = opened.ctx;
  return opened.next({ ctx: { ...(await callIn(opened, { own: true })), keepSession } });
});
