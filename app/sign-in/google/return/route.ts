import { publicCtx } from "@/server/http/public-ctx";
import { completeGoogle, requestedPage } from "@/server/identity/sign-in/google/complete-google";
import { arrive, thisBrowser } from "../../arrive";
import { pageAfter, seeOther, signInPage } from "../../forms";
import { takeGoogle } from "../../pending";

/** The return address of Google's sign-in. The answer is accepted only for a sign-in that this browser started. */
export async function GET(request: Request): Promise<Response> {
  const cookie = await takeGoogle();
  try {
    const back = { cookie, query: new URL(request.url).searchParams, browser: await thisBrowser() };
    const { outcome, to } = await completeGoogle(publicCtx(request), back);
    return seeOther(await arrive(request, outcome, to));
  } catch (error) {
    const to = requestedPage(cookie);
    const pages = {
      UNAUTHORIZED: signInPage({ error: "google", to }),
      FORBIDDEN: signInPage({ error: "stranger", to }),
    };
    return seeOther(pageAfter(error, pages, to));
  }
}
