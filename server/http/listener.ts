import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { failure, respond } from "./answer";
import { handleApi } from "./handler";
import { peerOf } from "./peer";
import { requestIdOf } from "./request-id";

type Handle = (request: Request, peer: { remoteAddress: string }) => Promise<Response>;

/** The public API on a node:http server. Requests that the adapter refuses are answered in the envelope too. */
export function apiListener(
  handle: Handle = handleApi,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answer = getRequestListener((request, { incoming }) => handle(request, { remoteAddress: peerOf(incoming) }), {
    errorHandler: (error) => {
      log().error({ error }, "the handler threw; answered 500");
      return respond(failure(new AppError("INTERNAL_SERVER_ERROR")), requestIdOf(new Headers()));
    },
  });
  return (request, response) => {
    // The adapter would refuse an invalid host name without the envelope. The API doesn't use the host.
    request.headers.host = "localhost";
    request.url = targetOf(request.url ?? "/");
    return answer(request, response);
  };
}

/** A request target as the adapter reads it: a path, in which a backslash is not a slash, unlike in browsers. */
function targetOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/, "");
  return path.replace(/^[^?]*/, (given) => given.replaceAll("\\", "%5C"));
}
