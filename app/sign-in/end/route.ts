import { endSession } from "@/server/identity/sessions/sessions";
import { env } from "@/server/lib/config/env";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { forgetSession, readSessionToken } from "../../console/session";
import { seeOther } from "../forms";

/** Signs out: ends the session on the server, for all processes at once, and deletes the cookie. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return seeOther("/console");
  const token = await readSessionToken();
  if (token) await endSession(token);
  await forgetSession();
  return seeOther("/sign-in");
}
