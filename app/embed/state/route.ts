import { requestSubject, showState } from "../../checkout/checkout-page";

/** GET of a payment request's state, for the script of its hosted and its framed page. */
export function GET(request: Request): Promise<Response> {
  const view = new URL(request.url).searchParams.get("view") === "hosted" ? "hosted" : "frame";
  return showState(request, requestSubject(request, view));
}
