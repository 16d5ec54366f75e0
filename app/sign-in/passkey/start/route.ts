import { passkeySignInOptions } from "@/server/identity/mfa/use-passkey";
import { env } from "@/server/lib/config/env";
import { isSameOrigin } from "@/server/lib/net/same-origin";
import { refusal } from "../../forms";

/** Options for the browser's passkey request. Nothing is stored before a passkey has answered. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return refusal(403, "This request came from another site.");
  return Response.json(await passkeySignInOptions(), { headers: { "Cache-Control": "no-store" } });
}
