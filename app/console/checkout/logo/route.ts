import { consoleCaller } from "@/server/access/console-access";
import { needsFreshProof } from "@/server/access/permissions";
import { asAppError, failure, respond } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import { AppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { setLogo } from "@/server/merchants/set-logo";
import { VERIFICATION_REQUIRED } from "@/server/trpc/procedure";
import { fieldOf, readForm } from "../../../sign-in/forms";
import { getSession } from "../../session";

export const dynamic = "force-dynamic";
/** The logo is changed by the same people as the name. */
const PATH = "branding.set";

/**
 * Takes a merchant's logo: a form of ours with `merchant`, `seen` (the hash of the logo before, or nothing) and the file
 * `logo`. Beside the Console's calls, because a picture is no JSON. Answers in the API's envelope.
 */
export async function POST(request: Request): Promise<Response> {
  const ctx = publicCtx(request);
  try {
    const form = await readForm(request);
    if (!form) throw new AppError("FORBIDDEN", { message: "This picture came from another page." });
    const session = await getSession();
    if (!session) throw new AppError("UNAUTHORIZED", { message: "Sign in first." });
    const merchantId = fieldOf(form, "merchant");
    const caller = await consoleCaller(ctx, session.user, { merchantId, path: PATH });
    if (needsFreshProof(PATH, session)) return verificationRequired(ctx.requestId);
    const file = form.get("logo");
    const bytes = new Uint8Array(file instanceof File ? await file.arrayBuffer() : new ArrayBuffer(0));
    const data = await setLogo({ ...ctx, caller }, { merchantId, bytes, seen: fieldOf(form, "seen") || null });
    return respond({ status: 200, body: JSON.stringify({ success: true, data }) }, ctx.requestId);
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) log().error({ request_id: ctx.requestId, error: thrown }, "a logo was not taken");
    return respond(failure(error), ctx.requestId);
  }
}

/** The page asks the person to prove who they are, and sends the picture again. */
function verificationRequired(requestId: string): Response {
  const error = { code: VERIFICATION_REQUIRED, message: "Confirm that it is you, then this is done." };
  return respond({ status: 403, body: JSON.stringify({ success: false, error }) }, requestId);
}
