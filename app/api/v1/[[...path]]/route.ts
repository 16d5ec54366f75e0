import { handleApi } from "@/server/http/handler";
import { readPeer } from "@/server/http/peer";

/**
 * The public API under `next dev`, and on hosts that cannot run a custom server. Under `npm start` the server entry
 * answers before Next.js; it also enforces the body limit and handles malformed escapes, which Next.js does not.
 */
const answer = (request: Request): Promise<Response> =>
  handleApi(request, { remoteAddress: readPeer(request.headers) });

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
