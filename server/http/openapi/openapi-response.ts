import { env } from "../../lib/config/env";
import { AppError } from "../../lib/errors";
import { failure, respond } from "../answer";
import { openApiDocument } from "./openapi";

let document: string | undefined;

/** GET /openapi.json. Readable from any origin, so that an integrator's tools can load it. */
export function openApiResponse(request: Request, requestId: string): Response {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return respond(failure(new AppError("METHOD_NOT_ALLOWED")), requestId, { Allow: "GET, HEAD" });
  }
  document ??= JSON.stringify(openApiDocument(env().baseUrl), null, 2);
  const response = respond({ status: 200, body: document }, requestId, { "Access-Control-Allow-Origin": "*" });
  return request.method === "HEAD" ? new Response(null, response) : response;
}
