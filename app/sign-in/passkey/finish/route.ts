import { z } from "zod";
import { publicCtx } from "@/server/http/public-ctx";
import { passkeyAssertion } from "@/server/identity/mfa/schema";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { signInByPasskey } from "@/server/identity/sign-in/verify-sign-in";
import { env } from "@/server/lib/config/env";
import { isAppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { arrive, thisBrowser } from "../../arrive";
import { refusal } from "../../forms";

const body = z.object({ to: z.string().max(2048), response: passkeyAssertion });

/** Verifies a passkey's answer, starts a session, and returns the next address. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return refusal(403, "This request came from another site.");
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return refusal(400, "This is not a valid passkey response.");
  const { to, response } = parsed.data;
  try {
    const signedIn = await signInByPasskey(publicCtx(request), response, await thisBrowser());
    return Response.json(
      { to: await arrive(request, signedIn, safeReturnPath(to)) },
      { headers: { "Cache-Control": "no-store" } },
    );
  } catch (error) {
    if (isAppError(error) && error.status < 500) return refusal(error.status, error.message);
    log().error({ error }, "the sign-in failed");
    return refusal(503, "We couldn’t sign you in because of an error on our side. Try again in a moment.");
  }
}
