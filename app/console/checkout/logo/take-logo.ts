import { asAppError, failure, respond } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import type { Session } from "@/server/identity/sessions/sessions";
import { env } from "@/server/lib/config/env";
import { AppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { setLogo } from "@/server/merchants/branding/logo-file";
import { consoleCall, VERIFICATION_REQUIRED, VerificationRequired } from "@/server/trpc/console-call";
import { fieldOf, readForm } from "../../../sign-in/forms";

/** The permission to change the name is also the permission to change the logo. */
const PATH = "branding.set";

/**
 * Stores a merchant's logo: `merchant` in the address, and a form from our own origin with `seen` (the hash of the
 * previous logo, or empty) and the file `logo`. The form is read only after the permission check. Answers in the API's
 * envelope.
 */
export async function takeLogo(request: Request, readSession: () => Promise<Session | null>): Promise<Response> {
  const ctx = publicCtx(request);
  try {
    if (!isSameOrigin(request.headers, env().baseUrl)) throw fromElsewhere();
    const merchantId = new URL(request.url).searchParams.get("merchant") ?? "";
    const { call } = await consoleCall({ ctx, session: await readSession() }, { path: PATH, scope: { merchantId } });
    const form = await readForm(request);
    if (!form)
      throw new AppError("INVALID_INPUT", { message: "The upload couldn’t be read. Choose the picture again." });
    const file = form.get("logo");
    const bytes = new Uint8Array(file instanceof File ? await file.arrayBuffer() : new ArrayBuffer(0));
    const data = await setLogo(call, { merchantId, bytes, seen: fieldOf(form, "seen") || null });
    return respond({ status: 200, body: JSON.stringify({ success: true, data }) }, ctx.requestId);
  } catch (thrown) {
    if (thrown instanceof VerificationRequired) return verificationRequired(thrown, ctx.requestId);
    const error = asAppError(thrown);
    if (error.status >= 500) log().error({ request_id: ctx.requestId, error: thrown }, "logo could not be stored");
    return respond(failure(error), ctx.requestId);
  }
}

function fromElsewhere(): AppError {
  return new AppError("FORBIDDEN", { message: "This request came from another site." });
}

/** The page starts a step-up, and then sends the image again. */
function verificationRequired({ message }: VerificationRequired, requestId: string): Response {
  const error = { code: VERIFICATION_REQUIRED, message };
  return respond({ status: 403, body: JSON.stringify({ success: false, error }) }, requestId);
}
