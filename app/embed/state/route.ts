import { showRequestState } from "../../checkout/request-page";

export const dynamic = "force-dynamic";

/** How a payment request stands, for the script of either of its pages. */
export function GET(request: Request): Promise<Response> {
  const view = new URL(request.url).searchParams.get("view") === "hosted" ? "hosted" : "frame";
  return showRequestState(request, view);
}
