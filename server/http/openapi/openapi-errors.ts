import type { z } from "zod";
import type { Endpoint } from "../../lib/endpoint";
import { AppError, ERRORS, type ErrorCode, type ErrorMetadata, isAppError } from "../../lib/errors";
import { failure } from "../answer";
import { parsePart } from "../body/parse";
import type { Json } from "./openapi-schemas";

/** The `metadata` of an error code. */
type Metadata = {
  properties: Record<string, Json>;
  /** Some responses with this code have none. */
  optional?: true;
  example?: ErrorMetadata;
};

const FIELD_ERRORS = { type: "array", items: { $ref: "#/components/schemas/FieldError" } };
const CURRENCY = { type: "string", pattern: "^[A-Z]{3}$" };

const METADATA: Partial<Record<ErrorCode, Metadata>> = {
  VALIDATION_ERROR: {
    properties: { errors: FIELD_ERRORS },
  },
  INVALID_INPUT: {
    properties: { errors: { ...FIELD_ERRORS, description: "The fields that are wrong or missing." } },
    optional: true,
  },
  UNKNOWN_WEBHOOK_ENDPOINT: {
    properties: { errors: FIELD_ERRORS },
    example: { errors: [{ field: "webhook_endpoints[0]", message: "endpoint unknown, disabled or for another mode" }] },
  },
  UNAUTHORIZED: {
    properties: {
      tries_left: { type: "integer", minimum: 0, description: "After a wrong code: the tries that are left." },
    },
    optional: true,
  },
  CHALLENGE_REQUIRED: {
    properties: {
      challenge: {
        type: "object",
        properties: {
          id: { type: "string", format: "uuid", description: "Send it as `challenge_id` with the code." },
          type: {
            enum: ["email_code", "totp"],
            description: "The code that is needed: the one sent by e-mail, or the one in the user's authenticator app.",
          },
          expires_at: { type: "string", format: "date-time" },
        },
        required: ["id", "type", "expires_at"],
      },
    },
    example: {
      challenge: {
        id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a20",
        type: "email_code",
        expires_at: "2026-11-20T09:51:00.000Z",
      },
    },
  },
  FORBIDDEN: {
    properties: {
      reason: {
        const: "address_not_allowed",
        description: "The client credentials may only be used from other addresses. The request was not processed.",
      },
      ip: { type: ["string", "null"], description: "The address of the caller." },
    },
    optional: true,
    example: { reason: "address_not_allowed", ip: "198.51.100.7" },
  },
  PAYMENT_LINK_NOT_ACTIVE: {
    properties: { link_status: { enum: ["used", "expired", "cancelled"] } },
    example: { link_status: "used" },
  },
  MISSING_CONVERTED_AMOUNT: {
    properties: { payment_currency: CURRENCY, bank_currency: CURRENCY },
    example: { payment_currency: "EUR", bank_currency: "GBP" },
  },
  TOO_MANY_REQUESTS: {
    properties: { retry_after_s: { type: "integer", minimum: 1, description: "Seconds, as in `Retry-After`." } },
    example: { retry_after_s: 600 },
  },
  BANK_UNAVAILABLE: {
    properties: { bank: { type: "string", description: "The bank's display name." } },
    example: { bank: "Erste Bank und Sparkassen" },
  },
};

/** A code's schema in the document: `VALIDATION_ERROR` → `ValidationError`. */
export function errorSchemaName(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returned where no operation matches, so that no operation lists them. */
const BEYOND_OPERATIONS: readonly ErrorCode[] = ["NOT_FOUND", "METHOD_NOT_ALLOWED"];

/** The components of error responses: a schema for every returned code, and an example that fits every operation. */
export function errorComponents(answered: readonly ErrorCode[]): Record<"schemas" | "examples", Record<string, Json>> {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => answered.includes(code));
  // Each operation has its own example of an invalid request.
  const shared = codes.filter((code) => code !== "VALIDATION_ERROR");
  const fieldError = {
    type: "object",
    description: "One error of one field.",
    properties: {
      field: {
        type: "string",
        description: "The path of the field: `order.amount`, `webhook_endpoints[1]`, or a header's name.",
      },
      message: { type: "string" },
    },
    required: ["field", "message"],
  };
  return {
    schemas: {
      FieldError: fieldError,
      ...Object.fromEntries([...codes, ...BEYOND_OPERATIONS].map((code) => [errorSchemaName(code), errorSchema(code)])),
    },
    examples: Object.fromEntries(shared.map((code) => [code, { value: envelope(code, METADATA[code]?.example) }])),
  };
}

/** The envelope of one code; a status has a union of these, discriminated by `error.code`. */
function errorSchema(code: ErrorCode): Json {
  const { properties, optional } = METADATA[code] ?? {};
  const needed = optional || !properties ? {} : { required: Object.keys(properties) };
  const metadata = properties ? { metadata: { type: "object", properties, ...needed } } : {};
  return {
    type: "object",
    description: `\`${code}\`, ${ERRORS[code].status}`,
    properties: {
      success: { const: false },
      error: {
        type: "object",
        properties: { code: { const: code }, message: { type: "string" }, ...metadata },
        required: ["code", "message", ...(properties && !optional ? ["metadata"] : [])],
      },
    },
    required: ["success", "error"],
  };
}

const CODE_HEADERS: Partial<Record<number, Json>> = {
  401: { "WWW-Authenticate": { $ref: "#/components/headers/WWW-Authenticate" } },
  409: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
  429: {
    "Retry-After": { $ref: "#/components/headers/Retry-After" },
    "RateLimit-Limit": { $ref: "#/components/headers/RateLimit-Limit" },
    "RateLimit-Remaining": { $ref: "#/components/headers/RateLimit-Remaining" },
    "RateLimit-Reset": { $ref: "#/components/headers/RateLimit-Reset" },
  },
  503: { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
};

/**
 * An endpoint's error responses: one per status, with the schemas and examples of its codes. One without an example of
 * the endpoint's own is the same wherever these codes are returned: it is added to `shared`, if given, and referenced.
 */
export function failures(
  endpoint: Endpoint,
  codes: readonly ErrorCode[],
  headers: Json,
  shared?: Record<string, Json>,
): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, together]) => {
      const schemas = together.map((code) => ({ $ref: `#/components/schemas/${errorSchemaName(code)}` }));
      const description = together.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join("\n\n");
      const examples = Object.fromEntries(together.map((code) => [code, exampleOf(endpoint, code)]));
      const content = { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas }, examples };
      const response = {
        description,
        headers: { ...headers, ...CODE_HEADERS[status] },
        content: { "application/json": content },
      };
      if (!shared || Object.values(examples).some((example) => "value" in example)) return [status, response];
      const name = together.map(errorSchemaName).join("Or");
      shared[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function exampleOf(endpoint: Endpoint, code: ErrorCode): Json {
  const provoked = code === "VALIDATION_ERROR" || code === "INVALID_INPUT" ? provoke(endpoint, code) : undefined;
  return provoked ? { value: envelope(code, provoked) } : { $ref: `#/components/examples/${code}` };
}

/** The error that the endpoint's schemas return for a typical mistake: a decimal amount, an empty body. */
function provoke(endpoint: Endpoint, code: "VALIDATION_ERROR" | "INVALID_INPUT"): ErrorMetadata | undefined {
  const { body, query, invalidBody = "VALIDATION_ERROR" } = endpoint;
  const { requests = {}, request = Object.values(requests)[0] ?? {} } = endpoint.examples;
  const schema: z.ZodType | undefined = body ?? query;
  if (!schema || (body && invalidBody !== code)) return undefined;
  const wrong = [withDecimalAmount(request), { limit: "0" }, {}, { merchant_id: "M-77" }];
  for (const value of wrong) {
    try {
      parsePart(schema, value, code);
    } catch (error) {
      if (isAppError(error)) return error.metadata;
      throw error;
    }
  }
  return undefined;
}

function withDecimalAmount(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === "amount" ? 25.5 : withDecimalAmount(inner)]),
  );
}

function envelope(code: ErrorCode, metadata: ErrorMetadata = {}): unknown {
  const given = Object.keys(metadata).length > 0 ? { metadata } : {};
  return JSON.parse(failure(new AppError(code, given)).body);
}
