import { publicCtx } from "@/server/http/public-ctx";
import { signOut } from "@/server/identity/sessions/end-sessions";
import { env } from "@/server/lib/config/env";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { chooseMerchant, forgetMerchant } from "../../console/choose-merchant";
import { forgetSession, getSession, readSessionToken } from "../../console/session";
import { seeOther } from "../forms";

/** Signs out: ends the session on the server, for all processes at once, and deletes its cookies. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return seeOther("/console");
  const session = await getSession();
  if (session) await chooseMerchant(request, session.user, null);
  else await forgetMerchant();
  // Also without a session: the cookie may hold its previous token, which is no longer valid.
  const token = await readSessionToken();
  if (token !== null) await signOut(publicCtx(request), token);
  await forgetSession();
  return seeOther("/sign-in");
}
