import { initTRPC, TRPCError } from "@trpc/server";
import { z } from "zod";
import "../lib/schema-messages";
import { permittedRole, platformRoles, rolesAt, rolesAtPartner } from "../access/console-access";
import { needsFreshProof, type ProcedurePath, permissionOf, permittedPaths } from "../access/permissions";
import type { Session, SessionKey } from "../access/sessions";
import { type Ctx, PUBLIC_CALLER } from "../lib/context";
import { AppError, type FieldError, isAppError } from "../lib/errors";
import { log } from "../lib/log";
import { refuseUnstorable } from "../lib/storable";

/**
 * The context of every call of the Console: the public context of the request, and the session. `keepSession` sets the
 * session's new token in the browser's cookie; only the HTTP route has it.
 */
export type TrpcContext = { ctx: Ctx; session: Session | null; keepSession?: (key: SessionKey) => Promise<void> };

/** The fields of an error that the Console reads, in addition to tRPC's own. */
export type FailureData = { appCode: string; fields: FieldError[]; requestId: string | null };

/** `appCode` of a dangerous call that needs a step-up. Nothing was changed. */
export const VERIFICATION_REQUIRED = "VERIFICATION_REQUIRED";

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

function failureOf(error: TRPCError): Omit<FailureData, "requestId"> {
  const { cause } = error;
  if (error instanceof VerificationRequired) return { appCode: VERIFICATION_REQUIRED, fields: [] };
  if (error instanceof TwoFactorRequired) return { appCode: TWO_FACTOR_REQUIRED, fields: [] };
  if (isAppError(cause)) return { appCode: cause.code, fields: cause.metadata?.errors ?? [] };
  if (cause instanceof z.ZodError) {
    const fields = cause.issues.map(({ path, message }) => ({ field: path.join("."), message }));
    return { appCode: "VALIDATION_ERROR", fields };
  }
  return { appCode: error.code === "INTERNAL_SERVER_ERROR" ? "INTERNAL_SERVER_ERROR" : error.code, fields: [] };
}

/** The user must step up before this act. The pages show the dialog and repeat the call. */
class VerificationRequired extends TRPCError {
  constructor() {
    super({ code: "FORBIDDEN", message: "Please confirm your identity, then try again." });
  }
}

/** An organisation of the user or the operator requires a second factor, and the user has none. */
class TwoFactorRequired extends TRPCError {
  constructor() {
    super({
      code: "FORBIDDEN",
      message: "Two-factor authentication is required. Set it up under Security in the Console, then try again.",
    });
  }
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

/** The session of a call that has a row in the table of permissions. @throws TRPCError UNAUTHORIZED, FORBIDDEN */
function requireOwnSession(session: Session | null, path: string): Session {
  if (!session) throw new TRPCError({ code: "UNAUTHORIZED", message: "Sign in first." });
  const permission = permissionOf(path);
  if (!permission) throw new AppError("FORBIDDEN");
  return session;
}

/** The same for a call beyond the user's own account. @throws TRPCError UNAUTHORIZED, FORBIDDEN */
function requireSession(given: Session | null, path: string): Session {
  const session = requireOwnSession(given, path);
  if (session.needsTwoFactor) throw new TwoFactorRequired();
  return session;
}

/** A dangerous call needs a recent step-up. */
function requireVerified(session: Session, path: string): void {
  if (needsFreshProof(path, session)) throw new VerificationRequired();
}

const signedIn = t.procedure.use(withErrors).use(storable);

/**
 * A call for one merchant, which the input names: the user must have a role for it that may make this call by the table
 * of permissions. `may`: whether the user may make another call there.
 */
export const merchantProcedure = signedIn
  .input(z.object({ merchantId: z.uuid() }))
  .use(async ({ ctx, input, path, next }) => {
    const session = requireSession(ctx.session, path);
    const roles = await rolesAt(ctx.ctx, session.user, input.merchantId);
    const { caller } = permittedRole(roles, path);
    requireVerified(session, path);
    const call: Ctx = { ...ctx.ctx, caller };
    const permitted = new Set<string>(permittedPaths(roles.map(({ role }) => role)));
    return next({ ctx: { call, session, may: (other: ProcedurePath) => permitted.has(other) } });
  });

/** A call for one partner, which the input names: the user must have a role there or at the platform. */
export const partnerProcedure = signedIn
  .input(z.object({ partnerId: z.uuid() }))
  .use(async ({ ctx, input, path, next }) => {
    const session = requireSession(ctx.session, path);
    const { caller } = permittedRole(await rolesAtPartner(ctx.ctx, session.user, input.partnerId), path);
    requireVerified(session, path);
    return next({ ctx: { call: { ...ctx.ctx, caller } satisfies Ctx, session } });
  });

/**
 * A call about the user's own account: sessions, passkeys, the second factor. It needs no role, and is the only kind of
 * call that a user without the required second factor may make.
 */
export const ownProcedure = signedIn.use(async ({ ctx, path, next }) => {
  const session = requireOwnSession(ctx.session, path);
  requireVerified(session, path);
  const actor = { kind: "user", id: session.user.id, attended: true } as const;
  const call: Ctx = { ...ctx.ctx, caller: { ...PUBLIC_CALLER, actor } };
  return next({ ctx: { call, session, keepSession: ctx.keepSession } });
});

/** A call of the operator's section: the user must have a role at the platform that may make it. */
export const platformProcedure = signedIn.use(async ({ ctx, path, next }) => {
  const session = requireSession(ctx.session, path);
  const { caller } = permittedRole(platformRoles(session.user), path);
  requireVerified(session, path);
  return next({ ctx: { call: { ...ctx.ctx, caller } satisfies Ctx, session } });
});
