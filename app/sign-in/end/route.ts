import { publicCtx } from "@/server/http/public-ctx";
import { signOut } from "@/server/identity/sessions/end-sessions";
import { env } from "@/server/lib/config/env";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { chooseMerchant } from "../../console/choose-merchant";
import { forgetSession, getSession } from "../../console/session";
import { seeOther } from "../forms";

/** Signs out: ends the session on the server, for all processes at once, and deletes its cookies. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return seeOther("/console");
  const session = await getSession();
  if (session) {
    await chooseMerchant(request, session.user, null);
    await signOut(publicCtx(request), session);
  }
  await forgetSession();
  return seeOther("/sign-in");
}
