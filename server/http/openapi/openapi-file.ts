import { env } from "../../lib/config/env";
import { AppError } from "../../lib/errors";
import { failure, fullHeaders } from "../answer";
import type { ApiResponse } from "../api-request";
import { openApiDocument } from "./openapi";

/** The base URL in the committed document; a served document has the installation's own. */
export const EXAMPLE_BASE_URL = "https://pay.example.com";

/** docs/openapi.json: the document that is committed, read by integrators before they have an instance. */
export function openApiFile(): string {
  return `${JSON.stringify(openApiDocument(EXAMPLE_BASE_URL), null, 2)}\n`;
}

let document: string | undefined;

/** GET /openapi.json. Readable from any origin, so that an integrator's tools can load it. */
export function openApiResponse({ method }: { method: string }, requestId: string): ApiResponse {
  if (method !== "GET" && method !== "HEAD") {
    const { status, body } = failure(new AppError("METHOD_NOT_ALLOWED"));
    return { status, headers: fullHeaders(requestId, { Allow: "GET, HEAD" }), body };
  }
  document ??= JSON.stringify(openApiDocument(env().baseUrl), null, 2);
  const headers = fullHeaders(requestId, { "Access-Control-Allow-Origin": "*" });
  return { status: 200, headers, body: method === "HEAD" ? null : document };
}
