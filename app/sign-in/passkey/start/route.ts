import { askForPasskey } from "@/server/access/factors/use-passkey";
import { env } from "@/server/lib/env";
import { isSameOrigin } from "@/server/lib/same-origin";
import { refusal } from "../../forms";

/** What the browser has to ask a passkey for. Nothing is written down before one has answered. */
export async function POST(request: Request): Promise<Response> {
  if (!isSameOrigin(request.headers, env().baseUrl)) return refusal(403, "This call came from another page.");
  return Response.json(await askForPasskey(), { headers: { "Cache-Control": "no-store" } });
}
