import { publicCtx } from "@/server/http/public-ctx";
import { verifySignIn } from "@/server/identity/sign-in/verify-sign-in";
import { isAppError } from "@/server/lib/errors";
import { arrive, thisBrowser } from "../arrive";
import { fieldOf, pageAfter, readForm, seeOther, signInPage } from "../forms";
import { readPending } from "../pending";

/** Verifies the mailed code: starts the session, or requests the second factor. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const pending = await readPending();
  if (!form) return seeOther(signInPage({ error: "elsewhere", to: pending?.to }));
  const over = signInPage({ error: "over", to: pending?.to });
  if (!pending) return seeOther(over);
  try {
    const input = { challengeId: pending.challengeId, code: fieldOf(form, "code") };
    return seeOther(
      await arrive(request, await verifySignIn(publicCtx(request), input, await thisBrowser()), pending.to),
    );
  } catch (error) {
    const left = isAppError(error) ? Number(error.metadata?.["tries_left"] ?? 0) : 0;
    const again = left > 0 ? `/sign-in/code?left=${left}` : over;
    return seeOther(pageAfter(error, { UNAUTHORIZED: again }, pending.to));
  }
}
