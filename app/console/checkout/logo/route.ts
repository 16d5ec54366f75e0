import { getSession } from "../../session";
import { takeLogo } from "./take-logo";

/** Stores a merchant's logo. A separate route, because an image cannot be sent as JSON to the Console's procedures. */
export function POST(request: Request): Promise<Response> {
  return takeLogo(request, getSession);
}
