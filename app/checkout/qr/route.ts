import { requestSubject, showQr } from "../checkout-page";

/** GET of the QR code with the address of a payment request's page. */
export function GET(request: Request): Promise<Response> {
  return showQr(request, requestSubject(request, "hosted"));
}
