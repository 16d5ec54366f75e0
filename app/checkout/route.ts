import { pressPage, requestSubject, showPage } from "./checkout-page";

/** The hosted page of a payment request. `from=bank`: this tab came back from the bank. */
export function GET(request: Request): Promise<Response> {
  return showPage(request, requestSubject(request, "hosted"));
}

export function POST(request: Request): Promise<Response> {
  return pressPage(request, requestSubject(request, "hosted"));
}
