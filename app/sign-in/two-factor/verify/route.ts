import { publicCtx } from "@/server/http/public-ctx";
import { completeTwoFactor, isRecoveryCode } from "@/server/identity/sign-in/complete-two-factor";
import { arrive, thisBrowser } from "../../arrive";
import { fieldOf, pageAfter, readForm, seeOther } from "../../forms";
import { readHalf } from "../../pending";
import { pagesAfterCode } from "../code-error";

/** Verifies the second factor and starts the session. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const half = await readHalf();
  if (!form) return seeOther("/sign-in?error=elsewhere");
  if (!half) return seeOther("/sign-in?error=over");
  const typed = fieldOf(form, "code");
  try {
    const input = { pendingToken: half.pendingToken, typed, browser: await thisBrowser() };
    return seeOther(await arrive(request, await completeTwoFactor(publicCtx(request), input), half.to));
  } catch (error) {
    return seeOther(pageAfter(error, pagesAfterCode(error, isRecoveryCode(typed) ? "recovery" : "app")));
  }
}
