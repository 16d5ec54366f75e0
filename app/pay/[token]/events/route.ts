import { linkSubject, showEvents } from "../../../checkout/checkout-page";

/** GET of the event stream of a payment link, for the script of its page. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showEvents(request, linkSubject(request, (await params).token));
}
