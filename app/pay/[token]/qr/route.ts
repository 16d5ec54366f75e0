import { linkSubject, showQr } from "../../../checkout/checkout-page";

/** GET of the QR code with a payment link's address. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showQr(request, linkSubject(request, (await params).token));
}
