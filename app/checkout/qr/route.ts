import { showRequestQr } from "../request-page";

export const dynamic = "force-dynamic";

/** GET of the QR code with the address of a payment request's page. */
export function GET(request: Request): Promise<Response> {
  return showRequestQr(request);
}
