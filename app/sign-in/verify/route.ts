import { cookies } from "next/headers";
import { verifySignIn } from "@/server/access/verify-sign-in";
import { publicCtx } from "@/server/http/public-ctx";
import { isAppError } from "@/server/lib/errors";
import { sessionCookie } from "../../console/session";
import { fieldOf, pageAfter, readForm, seeOther } from "../forms";
import { forgetPending, readPending } from "../pending";

/** Answers the challenge with the code that was mailed, and begins the session. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const pending = await readPending();
  if (!form) return seeOther("/sign-in?error=elsewhere");
  if (!pending) return seeOther("/sign-in?error=over");
  try {
    const input = { challengeId: pending.challengeId, code: fieldOf(form, "code") };
    const { sessionToken, expiresAt } = await verifySignIn(publicCtx(request), input);
    const { name, options } = sessionCookie();
    (await cookies()).set(name, sessionToken, { ...options, expires: expiresAt });
    await forgetPending();
    return seeOther(pending.to);
  } catch (error) {
    const left = isAppError(error) ? Number(error.metadata?.["tries_left"] ?? 0) : 0;
    return seeOther(
      pageAfter(error, { UNAUTHORIZED: left > 0 ? `/sign-in/code?left=${left}` : "/sign-in?error=over" }),
    );
  }
}
