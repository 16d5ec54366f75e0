import { type ProcedurePath, permissionOf, permittedPaths, requiresStepUp } from "../identity/permissions/permissions";
import { type CallScope, ownCaller, permittedRole, rolesIn } from "../identity/sessions/console-access";
import type { Session } from "../identity/sessions/sessions";
import type { Ctx } from "../lib/context";
import { AppError } from "../lib/errors";

/** The code of a dangerous call that needs a step-up. Nothing was changed. */
export const VERIFICATION_REQUIRED = "VERIFICATION_REQUIRED";

/** The user must step up before this act. The pages show the dialog and repeat the call. */
export class VerificationRequired extends AppError {}

/** An organisation of the user or the operator requires a second factor, and the user has none. */
export class TwoFactorRequired extends AppError {}

/** `ctx`: the public context of the request. */
export type ConsoleRequest = { ctx: Ctx; session: Session | null };

/** `own`: the user's own account, which needs no role and no second factor. */
type Scope = CallScope | { own: true };
/** `checkForm` refuses a wrong form before a step-up is requested. */
type Checked<Of> = { path: string; scope: Of; checkForm?: () => Promise<void> };

/**
 * Checks a call of the Console, over tRPC or by a route of its own: session, second factor, role in the scope by the
 * table of permissions, step-up. `call`: the context of its use-case. `may`: whether the user may make another call there.
 * @throws AppError UNAUTHORIZED, FORBIDDEN (also VerificationRequired), MERCHANT_NOT_FOUND, NOT_FOUND (the partner)
 */
export async function consoleCall<Of extends Scope>(
  { ctx, session }: ConsoleRequest,
  { path, scope, checkForm }: Checked<Of>,
) {
  if (!session) throw new AppError("UNAUTHORIZED", { message: "Sign in first." });
  if (!permissionOf(path)) throw new AppError("FORBIDDEN");
  const { user, needsTwoFactor } = session;
  const isOwn = "own" in scope;
  if (needsTwoFactor && !isOwn)
    throw new TwoFactorRequired("FORBIDDEN", {
      message: "Two-factor authentication is required. Set it up under Security in the Console, then try again.",
    });
  const roles = isOwn ? [] : await rolesIn(ctx, user, scope);
  const call: Ctx = { ...ctx, caller: isOwn ? ownCaller(session) : permittedRole(roles, path).caller };
  // Calls of a role are refused by its permissions. Sign-in methods would stay after the visit.
  if (isOwn && session.isVisitor && permissionOf(path)?.verified)
    throw new AppError("FORBIDDEN", { message: "A visit of the demo has no sign-in methods of its own." });
  if (requiresStepUp(path, session)) {
    await checkForm?.();
    throw new VerificationRequired("FORBIDDEN", { message: "Please confirm your identity, then try again." });
  }
  const may = (other: ProcedurePath) => permittedPaths(roles.map(({ role }) => role)).includes(other);
  return { call, session, scope, may };
}
