import { publicCtx } from "@/server/http/public-ctx";
import { completeTwoFactor, isRecoveryCode } from "@/server/identity/sign-in/complete-two-factor";
import { arrive, thisBrowser } from "../../arrive";
import { fieldOf, pageAfter, readForm, seeOther, signInPage } from "../../forms";
import { readHalf } from "../../pending";
import { pagesAfterCode } from "../code-error";

/** Verifies the second factor and starts the session. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  const half = await readHalf();
  if (!form) return seeOther(signInPage({ error: "elsewhere", to: half?.to }));
  const over = signInPage({ error: "over", to: half?.to });
  if (!half) return seeOther(over);
  const typed = fieldOf(form, "code");
  try {
    const input = { pendingToken: half.pendingToken, typed, browser: await thisBrowser() };
    return seeOther(await arrive(request, await completeTwoFactor(publicCtx(request), input), half.to));
  } catch (error) {
    const pages = pagesAfterCode(error, isRecoveryCode(typed) ? "recovery" : "app");
    return seeOther(pageAfter(error, { ...pages, NOT_FOUND: over }, half.to));
  }
}
