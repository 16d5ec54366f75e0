import { linkSubject, pressPage, showPage } from "../../checkout/checkout-page";

type Params = { params: Promise<{ token: string }> };

/** GET of a payment link's hosted page. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  return showPage(request, linkSubject(request, (await params).token));
}

export async function POST(request: Request, { params }: Params): Promise<Response> {
  return pressPage(request, linkSubject(request, (await params).token));
}
