import { pressRequest, showRequest } from "./request-page";

export const dynamic = "force-dynamic";

/** The hosted page of a payment request. `from=bank`: this tab came back from the bank. */
export function GET(request: Request): Promise<Response> {
  return showRequest(request, "hosted");
}

export function POST(request: Request): Promise<Response> {
  return pressRequest(request, "hosted");
}
