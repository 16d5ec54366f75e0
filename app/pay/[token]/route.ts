import { pressLink, showLink } from "../../checkout/link-page";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ token: string }> };

/** GET of a payment link's hosted page. */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  return showLink(request, (await params).token);
}

export async function POST(request: Request, { params }: Params): Promise<Response> {
  return pressLink(request, (await params).token);
}
