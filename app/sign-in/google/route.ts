import { startGoogle } from "@/server/identity/sign-in/google/start-google";
import { safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { pageAfter, seeOther, signInPage } from "../forms";
import { writeGoogle } from "../pending";

/**
 * Redirects to Google with a new authentication request. A link instead of a form, because browsers apply `form-action`
 * to the redirects after a form's post. A link on another site leads to our sign-in page first, so that no sign-in
 * starts without a click there.
 */
export async function GET(request: Request): Promise<Response> {
  const to = safeReturnPath(new URL(request.url).searchParams.get("to"));
  if (request.headers.get("sec-fetch-site") === "cross-site") return seeOther(signInPage({ to }));
  try {
    const { address, cookie } = await startGoogle(to);
    await writeGoogle(cookie);
    return new Response(null, {
      status: 303,
      headers: { Location: address, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
    });
  } catch (error) {
    return seeOther(pageAfter(error, { NOT_FOUND: signInPage({ to }) }, to));
  }
}
