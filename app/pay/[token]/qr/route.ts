import { showLinkQr } from "../../../checkout/link-page";

export const dynamic = "force-dynamic";

/** The address of a payment link, for a phone's camera. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showLinkQr(request, (await params).token);
}
