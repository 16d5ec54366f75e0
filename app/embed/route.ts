import { pressPage, requestSubject, showPage } from "../checkout/checkout-page";

/** GET of a payment request's page inside a shop's frame. */
export function GET(request: Request): Promise<Response> {
  return showPage(request, requestSubject(request, "frame"));
}

export function POST(request: Request): Promise<Response> {
  return pressPage(request, requestSubject(request, "frame"));
}
