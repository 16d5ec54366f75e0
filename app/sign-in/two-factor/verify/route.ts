import { publicCtx } from "@/server/http/public-ctx";
import { completeTwoFactor } from "@/server/identity/sign-in/complete-two-factor";
import { isAppError } from "@/server/lib/errors";
import { arrive, thisBrowser } from "../../arrive";
import { fieldOf, pageAfter, readForm, seeOther } from "../../forms";
import { readHalf } from "../../pending";

/** Verifies the second factor and starts the session. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const half = await readHalf();
  if (!form) return seeOther("/sign-in?error=elsewhere");
  if (!half) return seeOther("/sign-in?error=over");
  try {
    const input = { pendingToken: half.pendingToken, typed: fieldOf(form, "code"), browser: await thisBrowser() };
    return seeOther(await arrive(request, await completeTwoFactor(publicCtx(request), input), half.to));
  } catch (error) {
    const left = isAppError(error) ? Number(error.metadata?.["tries_left"] ?? 0) : 0;
    return seeOther(
      pageAfter(error, {
        UNAUTHORIZED: `/sign-in/two-factor?left=${left}`,
        TOO_MANY_REQUESTS: "/sign-in/two-factor?wait=",
        NOT_FOUND: "/sign-in?error=over",
      }),
    );
  }
}
