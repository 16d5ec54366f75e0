import { showLinkQr } from "../../../checkout/link-page";

export const dynamic = "force-dynamic";

/** GET of the QR code with a payment link's address. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showLinkQr(request, (await params).token);
}
