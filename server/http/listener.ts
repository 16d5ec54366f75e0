import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { failure, respond } from "./answer";
import { handleApi } from "./handler";
import { peerOf } from "./peer";
import { requestIdOf } from "./request-id";

type Handle = (request: Request, peer: { remoteAddress: string }) => Promise<Response>;

/** The public API on a server of node:http. What the adapter itself refuses is answered in the envelope too. */
export function apiListener(
  handle: Handle = handleApi,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answer = getRequestListener((request, { incoming }) => handle(request, { remoteAddress: peerOf(incoming) }), {
    errorHandler: (error) => {
      log().error({ error }, "a call was not answered by its handler");
      return respond(failure(new AppError("INTERNAL_SERVER_ERROR")), requestIdOf(new Headers()));
    },
  });
  return (request, response) => {
    // A host name that makes no address would be refused without the envelope. Nothing in the API depends on it.
    request.headers.host = "localhost";
    request.url = targetOf(request.url ?? "/");
    return answer(request, response);
  };
}

/** A request target as the adapter reads one: a path, in which a backslash is no slash, whatever browsers take it for. */
function targetOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/, "");
  return path.replace(/^[^?]*/, (given) => given.replaceAll("\\", "%5C"));
}
