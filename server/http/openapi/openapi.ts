import type { z } from "zod";
import type { Endpoint } from "../../lib/endpoint";
import { EXPONENTS } from "../../lib/money/money";
import { success } from "../answer";
import { DEPRECATIONS, type Deprecation, deprecationHeaders } from "../deprecations";
import { errorsOf } from "../errors-of";
import { ENDPOINTS } from "../registry";
import { errorComponents, failures } from "./openapi-errors";
import {
  CALL_HEADERS,
  HEADERS,
  IDEMPOTENCY_KEY,
  IF_NONE_MATCH,
  RATE_LIMIT_HEADERS,
  REQUEST_ID,
} from "./openapi-headers";
import { type Json, schemaOf } from "./openapi-schemas";
import { INTRODUCTION, TAGS } from "./openapi-text";
import { webhookDocument } from "./openapi-webhooks";

/** Named parts of one kind, collected while the document is built. */
type Parts = Record<string, Json>;

/** The OpenAPI 3.1 document of the public API, generated from the endpoints and the table of deprecations only. */
export function openApiDocument(baseUrl: string, deprecations: readonly Deprecation[] = DEPRECATIONS): Json {
  const endpoints = ENDPOINTS as readonly unknown[] as readonly Endpoint[];
  const removable = deprecations.length > 0 ? (["ENDPOINT_REMOVED"] as const) : [];
  const { schemas, examples } = errorComponents([...endpoints.flatMap(errorsOf), ...removable]);
  const responses: Parts = {};
  const paths: Parts = {};
  for (const endpoint of endpoints) {
    const deprecation = deprecations.find((row) => row.endpoint === endpoint.id);
    const written = operation(endpoint, deprecation, { schemas, responses });
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: written };
  }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  return {
    openapi: "3.1.0",
    info: {
      title: "Bankside",
      version: "1.0.0",
      summary: "Pay by bank, for merchants and for partners that act for merchants.",
      description: INTRODUCTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: tags.map((name) => ({ name, ...(TAGS[name] ? { description: TAGS[name] } : {}) })),
    paths,
    webhooks: webhookDocument(schemas),
    // For clients that convert amounts: ISO 4217's minor units, which the display formats of ICU differ from.
    "x-currency-decimals": { default: 2, ...EXPONENTS },
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An access token (`issueToken`); valid for 900 seconds.",
        },
        clientBasic: {
          type: "http",
          scheme: "basic",
          description: "Client ID and client secret, for `issueToken` only, instead of the two fields of its body.",
        },
        paymentToken: {
          type: "apiKey",
          in: "query",
          name: "payment_token",
          description: "The token of one payment request, valid for 15 minutes, in the query or in the body.",
        },
      },
      parameters: { "X-Request-Id": REQUEST_ID, "Idempotency-Key": IDEMPOTENCY_KEY, "If-None-Match": IF_NONE_MATCH },
      headers: HEADERS,
      examples,
      responses: byName(responses),
      schemas: byName(schemas),
    },
  };
}

function byName(parts: Parts): Parts {
  return Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const SECURITY = { public: [], bearer: [{ bearer: [] }], payment_token: [{ paymentToken: [] }, {}] };

function operation(
  endpoint: Endpoint,
  deprecation: Deprecation | undefined,
  { schemas, responses }: Record<"schemas" | "responses", Parts>,
): Json {
  const headers = {
    ...refs("headers", ["X-Request-Id", ...CALL_HEADERS]),
    ...(deprecation ? noticeOf(deprecation) : {}),
  };
  const codes = [...errorsOf(endpoint), ...(deprecation ? (["ENDPOINT_REMOVED"] as const) : [])];
  return {
    ...(deprecation ? { deprecated: true } : {}),
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    security: endpoint.acceptsBasic ? [{}, { clientBasic: [] }] : SECURITY[endpoint.auth],
    parameters: [
      ...parametersOf(endpoint.params, "path", schemas),
      ...parametersOf(endpoint.query, "query", schemas),
      ...(endpoint.idempotent ? [ref("parameters", "Idempotency-Key")] : []),
      ...(endpoint.cacheControl ? [ref("parameters", "If-None-Match")] : []),
      ref("parameters", "X-Request-Id"),
    ],
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body, schemas) } : {}),
    responses: {
      [endpoint.success]: answered(endpoint, headers, schemas),
      ...(endpoint.cacheControl
        ? { 304: { description: "Not modified", headers: { ...headers, ...cacheHeaders(endpoint) } } }
        : {}),
      ...failures(
        endpoint,
        codes,
        { ...headers, ...refs("headers", ["Cache-Control"]), ...(endpoint.cacheControl ? ANY_ORIGIN : {}) },
        // The headers of a deprecated operation and of a public list are its own.
        deprecation || endpoint.cacheControl ? undefined : responses,
      ),
    },
  };
}

/** Not required: the 503 of an overloaded process, sent before the endpoint is known, lacks it. */
const ANY_ORIGIN: Json = {
  "Access-Control-Allow-Origin": { ...HEADERS["Access-Control-Allow-Origin"], required: false },
};

/** Headers of every response of a deprecated operation. */
function noticeOf(deprecation: Deprecation): Json {
  const headers = Object.entries(deprecationHeaders(deprecation));
  return Object.fromEntries(
    headers.map(([name, value]) => [name, { required: true, schema: { type: "string", const: value } }]),
  );
}

function ref(kind: "headers" | "parameters", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function refs(kind: "headers", names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, ref(kind, name)]));
}

/**
 * The body of client credentials by HTTP Basic, which the handler completes from the header. A variant of its own, so
 * that client ID and secret stay required in the other one, which `not` excludes.
 */
const BODY_BY_BASIC: Json = {
  type: "object",
  properties: {
    grant_type: { type: "string", const: "client_credentials" },
    client_id: { type: "string", format: "uuid", description: "The same as in the header." },
    client_secret: { not: {} },
  },
  title: "client_credentials by HTTP Basic",
  description: "An API key in the header `Authorization`. Every field may be absent, and so may the body.",
};

function requestBody(endpoint: Endpoint, body: z.ZodType, schemas: Parts): Json {
  const name = `${endpoint.id.charAt(0).toUpperCase()}${endpoint.id.slice(1)}Body`;
  const written = schemaOf(body, "input", schemas);
  schemas[name] = endpoint.acceptsBasic ? { oneOf: [...(written["oneOf"] as Json[]), BODY_BY_BASIC] } : written;
  const content = { schema: { $ref: `#/components/schemas/${name}` }, ...requestExamples(endpoint) };
  const form = endpoint.acceptsForm ? { "application/x-www-form-urlencoded": content } : {};
  // A body with only optional fields may be omitted.
  const isOptional = endpoint.acceptsBasic || body.safeParse({}).success;
  return { required: !isOptional, content: { "application/json": content, ...form } };
}

/** One unnamed example, or the named ones of a body with variants. */
function requestExamples({ examples: { request, requests } }: Endpoint): Json {
  if (!requests) return request === undefined ? {} : { example: request };
  return { examples: Object.fromEntries(Object.entries(requests).map(([name, value]) => [name, { value }])) };
}

function answered(endpoint: Endpoint, headers: Json, schemas: Parts): Json {
  const data = schemaOf(endpoint.data, "output", schemas);
  const parts = endpoint.paginated ? (data["properties"] as Json) : { data };
  const schema = {
    type: "object",
    properties: { success: { const: true }, ...parts },
    required: ["success", ...Object.keys(parts)],
  };
  const example = JSON.parse(success(endpoint, endpoint.examples.response).body);
  const cache = endpoint.cacheControl ? cacheHeaders(endpoint) : refs("headers", ["Cache-Control"]);
  const replayed = endpoint.idempotent ? refs("headers", ["Idempotent-Replayed"]) : {};
  const limited = endpoint.auth === "bearer" ? refs("headers", RATE_LIMIT_HEADERS) : {};
  return {
    description: endpoint.success === 201 ? "Created" : "Success",
    headers: { ...headers, ...cache, ...replayed, ...limited },
    content: { "application/json": { schema, example } },
  };
}

function cacheHeaders({ cacheControl }: Endpoint): Json {
  return {
    "Cache-Control": { required: true, schema: { type: "string", const: cacheControl } },
    ...refs("headers", ["ETag", "Access-Control-Allow-Origin"]),
  };
}

/** Each with its own description and example, which its schema has as `description` and `examples`. */
function parametersOf(part: z.ZodType | undefined, where: "path" | "query", schemas: Parts): Json[] {
  if (!part) return [];
  const { properties, required } = schemaOf(part, "input", schemas) as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    name,
    in: where,
    required: required?.includes(name) ?? false,
    ...(description ? { description } : {}),
    schema,
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  }));
}
