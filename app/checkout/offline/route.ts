import { offlineResponse } from "../answer";

export const dynamic = "force-dynamic";

/** GET of the page that the service worker shows without a connection, in the language of `locale`. */
export function GET(request: Request): Promise<Response> {
  return offlineResponse(request);
}
