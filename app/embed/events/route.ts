import { requestSubject, showEvents } from "../../checkout/checkout-page";

/** GET of the event stream of a payment request, for the script of its hosted and its framed page. */
export function GET(request: Request): Promise<Response> {
  const view = new URL(request.url).searchParams.get("view") === "hosted" ? "hosted" : "frame";
  return showEvents(request, requestSubject(request, view));
}
