import { linkSubject, showState } from "../../../checkout/checkout-page";

/** GET of a payment link's state, for the script of its page. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showState(request, linkSubject(request, (await params).token));
}
