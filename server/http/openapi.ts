import { z } from "zod";
import type { Endpoint } from "../lib/endpoint";
import { AppError, ERRORS, type ErrorCode } from "../lib/errors";
import { failure, success } from "./answer";
import { errorsOf } from "./errors-of";
import { webhookDocument } from "./openapi-webhooks";
import { ENDPOINTS } from "./registry";

type Json = { [key: string]: unknown };

const REQUEST_ID_HEADER = {
  "X-Request-Id": { schema: { type: "string" }, description: "The caller's own, or a new one." },
};

const RETRY_AFTER = {
  "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait before the next try." },
};
const FAILURE_HEADERS: Record<number, Json> = {
  401: { "WWW-Authenticate": { schema: { const: "Bearer" } } },
  409: RETRY_AFTER,
  503: RETRY_AFTER,
};

/** The OpenAPI 3.1 document of the public API, written from the endpoint values and nothing else. */
export function openApiDocument(baseUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of ENDPOINTS as readonly unknown[] as readonly Endpoint[]) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Bankside",
      version: "1.0.0",
      description:
        "Pay by bank: payment requests, payment links, banks and webhooks. Amounts are integers in minor units.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(ENDPOINTS.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: webhookDocument(),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", description: "An access token; 900 seconds." } },
      schemas: { Error: errorSchema(Object.keys(ERRORS)) },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    security: endpoint.auth === "bearer" ? [{ bearer: [] }] : [],
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      ...keyParameter(endpoint),
    ],
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body) } : {}),
    responses: {
      [endpoint.success]: answered(endpoint),
      ...(endpoint.cacheControl ? { 304: { description: "Not modified", headers: cacheHeaders(endpoint) } } : {}),
      ...failures(endpoint),
    },
  };
}

function requestBody(endpoint: Endpoint, body: z.ZodType): Json {
  const schema = jsonSchema(body, "input");
  const json = { "application/json": { schema, ...requestExamples(endpoint) } };
  const form = endpoint.acceptsForm ? { "application/x-www-form-urlencoded": { schema } } : {};
  // A body whose every field is optional may be left out altogether.
  return { required: !body.safeParse({}).success, content: { ...json, ...form } };
}

/** One unnamed example, or the named ones of a body with variants. */
function requestExamples({ examples: { request, requests } }: Endpoint): Json {
  if (!requests) return request === undefined ? {} : { example: request };
  return { examples: Object.fromEntries(Object.entries(requests).map(([name, value]) => [name, { value }])) };
}

function answered(endpoint: Endpoint): Json {
  const data = jsonSchema(endpoint.data, "output");
  const parts = endpoint.paginated ? (data["properties"] as Json) : { data };
  const schema = {
    type: "object",
    properties: { success: { const: true }, ...parts },
    required: ["success", ...Object.keys(parts)],
    additionalProperties: false,
  };
  const replayed = {
    "Idempotent-Replayed": { schema: { const: "true" }, description: "Set when the answer is an earlier one." },
  };
  return {
    description: endpoint.success === 201 ? "Created" : "Success",
    headers: { ...REQUEST_ID_HEADER, ...(endpoint.idempotent ? replayed : {}), ...cacheHeaders(endpoint) },
    content: {
      "application/json": { schema, example: JSON.parse(success(endpoint, endpoint.examples.response).body) },
    },
  };
}

function cacheHeaders({ cacheControl }: Endpoint): Json {
  if (!cacheControl) return {};
  return {
    "Cache-Control": { schema: { const: cacheControl } },
    ETag: { schema: { type: "string" }, description: "Send it back in If-None-Match; 304 when nothing has changed." },
    "Access-Control-Allow-Origin": { schema: { const: "*" } },
  };
}

/** One response a status; the codes that share it stand in its schema and, one each, in its examples. */
function failures(endpoint: Endpoint): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => ERRORS[code].message).join(" "),
        headers: { ...REQUEST_ID_HEADER, ...(FAILURE_HEADERS[status] ?? {}) },
        content: {
          "application/json": {
            schema: errorSchema(codes),
            examples: Object.fromEntries(
              codes.map((code) => [code, { value: JSON.parse(failure(new AppError(code)).body) }]),
            ),
          },
        },
      },
    ]),
  );
}

function errorSchema(codes: readonly string[]): Json {
  const fieldError = {
    type: "object",
    properties: { field: { type: "string" }, message: { type: "string" } },
    required: ["field", "message"],
  };
  const metadata = { type: "object", properties: { errors: { type: "array", items: fieldError } } };
  return {
    type: "object",
    properties: {
      success: { const: false },
      error: {
        type: "object",
        properties: { code: { enum: codes }, message: { type: "string" }, metadata },
        required: ["code", "message"],
      },
    },
    required: ["success", "error"],
  };
}

function keyParameter(endpoint: Endpoint): Json[] {
  if (!endpoint.idempotent) return [];
  const description =
    "1 to 255 printable ASCII characters, or the same as a quoted structured-field string. The same key and request " +
    "within 24 hours have one effect and one answer. A key belongs to the merchant, across all endpoints: with another " +
    "request it is refused. After a failure it is free again.";
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description,
      schema: { type: "string", minLength: 1, maxLength: 257 },
    },
  ];
}

function parametersOf(schema: z.ZodType | undefined, where: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties, required } = jsonSchema(schema, "input") as {
    properties: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required?.includes(name) ?? false,
    schema: property,
  }));
}

/** What a query parameter is to its caller (an integer), where its schema reads it as text: `.meta({ documentAs })`. */
function document({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  const as = z.globalRegistry.get(zodSchema)?.["documentAs"];
  if (as === undefined) return;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, as);
}

/** JSON Schema 2020-12, which OpenAPI 3.1 speaks natively. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: document,
  }) as Json;
  return rest;
}
