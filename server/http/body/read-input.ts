import type { Endpoint } from "../../lib/endpoint";
import type { ApiRequest } from "../api-request";
import { withBasicClient } from "../basic-client";
import type { Call } from "../call-log/call";
import { readIdempotencyKey } from "../idempotency/idempotency";
import { ignoredFields, MAX_UNKNOWN } from "../known-fields";
import { parsePart, readQuery } from "./parse";
import { readBody } from "./read-body";

type Input = { params: unknown; query: unknown; body: unknown; rawBody: Record<string, unknown> };

/**
 * Path, query and body of a request, parsed by the endpoint's schemas in this order. Also notes what was sent for the log:
 * before it is parsed, because a mistyped name is the usual reason of a missing field.
 * @throws AppError VALIDATION_ERROR, INVALID_INPUT
 */
export async function readInput(endpoint: Endpoint, call: Call, request: ApiRequest, url: URL): Promise<Input> {
  const params = endpoint.params ? parsePart(endpoint.params, call.params, "VALIDATION_ERROR") : undefined;
  call.ignored = url.search === "" ? [] : ignoredFields("query", endpoint.query, Object.fromEntries(url.searchParams));
  if (endpoint.query) call.query = readQuery(url.searchParams, "query");
  const query = endpoint.query ? parsePart(endpoint.query, call.query, "VALIDATION_ERROR") : undefined;
  call.idempotencyKey = endpoint.idempotent ? readIdempotencyKey(request.headers) : null;
  if (!endpoint.body) return { params, query, body: undefined, rawBody: {} };
  const sent = await readBody(request, endpoint);
  const rawBody = endpoint.acceptsBasic ? withBasicClient(request.headers, sent, endpoint.body) : sent;
  call.body = rawBody;
  call.ignored = [...call.ignored, ...ignoredFields("body", endpoint.body, rawBody)].slice(0, MAX_UNKNOWN);
  const body = parsePart(endpoint.body, rawBody, endpoint.invalidBody ?? "VALIDATION_ERROR");
  return { params, query, body, rawBody };
}
