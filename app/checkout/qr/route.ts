import { showRequestQr } from "../request-page";

export const dynamic = "force-dynamic";

/** The address of a payment request's page, for a phone's camera. */
export function GET(request: Request): Promise<Response> {
  return showRequestQr(request);
}
