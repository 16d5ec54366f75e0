import { publicCtx } from "@/server/http/public-ctx";
import { verifySignIn } from "@/server/identity/sign-in/verify-sign-in";
import { isAppError } from "@/server/lib/errors";
import { arrive, thisBrowser } from "../arrive";
import { fieldOf, pageAfter, readForm, seeOther } from "../forms";
import { readPending } from "../pending";

/** Verifies the mailed code: starts the session, or requests the second factor. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const pending = await readPending();
  if (!form) return seeOther("/sign-in?error=elsewhere");
  if (!pending) return seeOther("/sign-in?error=over");
  try {
    const input = { challengeId: pending.challengeId, code: fieldOf(form, "code") };
    return seeOther(
      await arrive(request, await verifySignIn(publicCtx(request), input, await thisBrowser()), pending.to),
    );
  } catch (error) {
    const left = isAppError(error) ? Number(error.metadata?.["tries_left"] ?? 0) : 0;
    return seeOther(
      pageAfter(error, { UNAUTHORIZED: left > 0 ? `/sign-in/code?left=${left}` : "/sign-in?error=over" }),
    );
  }
}
