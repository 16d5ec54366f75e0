import { startGoogle } from "@/server/access/google/start-google";
import { safeReturnPath } from "@/server/access/sign-in-rules";
import { pageAfter, seeOther } from "../forms";
import { writeGoogle } from "../pending";

/**
 * Sends the browser to Google, with a question of its own. A link, not a form: browsers hold the redirects after a form's
 * post to `form-action`. From another site it leads to our page first, so that nobody is signed in without a press of theirs.
 */
export async function GET(request: Request): Promise<Response> {
  if (request.headers.get("sec-fetch-site") === "cross-site") return seeOther("/sign-in");
  const to = safeReturnPath(new URL(request.url).searchParams.get("to"));
  try {
    const { address, cookie } = await startGoogle(to);
    await writeGoogle(cookie);
    return new Response(null, {
      status: 303,
      headers: { Location: address, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
    });
  } catch (error) {
    return seeOther(pageAfter(error, { NOT_FOUND: "/sign-in" }));
  }
}
