import { pressRequest, showRequest } from "../checkout/request-page";

export const dynamic = "force-dynamic";

/** GET of a payment request's page inside a shop's frame. */
export function GET(request: Request): Promise<Response> {
  return showRequest(request, "frame");
}

export function POST(request: Request): Promise<Response> {
  return pressRequest(request, "frame");
}
