import { publicCtx } from "@/server/http/public-ctx";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { isNetworkLimit, startSignIn } from "@/server/identity/sign-in/start-sign-in";
import { knownBrowser } from "../arrive";
import { fieldOf, pageAfter, readForm, seeOther } from "../forms";
import { writePending } from "../pending";

/** Starts a sign-in: mails a code and stores the challenge in this browser's cookie. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return seeOther("/sign-in?error=elsewhere");
  const to = safeReturnPath(fieldOf(form, "to"));
  const pass = fieldOf(form, "pass");
  const back = (error: string) => `/sign-in?${new URLSearchParams({ error, to, ...(pass && { pass }) })}`;
  try {
    const { challengeId } = await startSignIn(publicCtx(request), {
      email: fieldOf(form, "email"),
      purpose: "console",
      browser: await knownBrowser(),
      pass,
    });
    await writePending({ challengeId, to });
    return seeOther("/sign-in/code");
  } catch (error) {
    const limit = back(isNetworkLimit(error) ? "network" : "limit");
    return seeOther(pageAfter(error, { VALIDATION_ERROR: back("email"), TOO_MANY_REQUESTS: limit }, to));
  }
}
