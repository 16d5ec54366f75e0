import { getSession } from "../../session";
import { takeLogo } from "./take-logo";

export const dynamic = "force-dynamic";

/** Takes a merchant's logo. Beside the Console's calls, because a picture is no JSON. */
export function POST(request: Request): Promise<Response> {
  return takeLogo(request, getSession);
}
