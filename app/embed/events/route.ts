import { showRequestEvents } from "../../checkout/request-page";

export const dynamic = "force-dynamic";

/** News of a payment request, as they come, for the script of either of its pages. */
export function GET(request: Request): Promise<Response> {
  const view = new URL(request.url).searchParams.get("view") === "hosted" ? "hosted" : "frame";
  return showRequestEvents(request, view);
}
