import { showLinkState } from "../../../checkout/link-page";

export const dynamic = "force-dynamic";

/** How a payment link stands, for the script of its page. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  return showLinkState(request, (await params).token);
}
