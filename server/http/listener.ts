import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { failure, fullHeaders } from "./answer";
import { type ApiRequest, type ApiResponse, NodeRequest, send } from "./api-request";
import { answerApi } from "./handler";
import { peerOf } from "./peer";
import { requestIdOf } from "./request-id";

type Handle = (request: ApiRequest, peer: { remoteAddress: string }) => Promise<ApiResponse>;

/** The public API on a node:http server. */
export function apiListener(
  handle: Handle = answerApi,
): (incoming: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (incoming, response) => {
    const request = new NodeRequest(incoming, response);
    const answer = await handle(request, { remoteAddress: peerOf(incoming) }).catch((error: unknown): ApiResponse => {
      log().error({ error }, "the handler threw; answered 500");
      const { status, body } = failure(new AppError("INTERNAL_SERVER_ERROR"));
      return { status, headers: fullHeaders(requestIdOf(request.headers)), body };
    });
    if (!response.destroyed) send(answer, response);
  };
}
