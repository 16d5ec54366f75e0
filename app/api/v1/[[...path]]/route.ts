import { handleApi } from "@/server/http/handler";
import { readPeer } from "@/server/http/peer";

/**
 * The second door to the public API: for `next dev`, and for hosts that cannot run a server of their own. Under
 * `npm start` the entry answers before Next does, and keeps promises that Next does not (body cap, malformed escapes).
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
