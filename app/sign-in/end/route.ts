import { cookies } from "next/headers";
import { endSession } from "@/server/access/sessions";
import { env } from "@/server/lib/env";
import { isSameOrigin } from "@/server/lib/same-origin";
import { sessionCookie } from "../../console/session";
import { seeOther } from "../forms";

/** Signs out: the session ends on the server, on every process at once, and the cookie goes. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return seeOther("/console");
  const { name, options } = sessionCookie();
  const jar = await cookies();
  const token = jar.get(name)?.value;
  if (token) await endSession(token);
  jar.delete({ name, path: options.path, secure: options.secure });
  return seeOther("/sign-in");
}
