import type { z } from "zod";
import type { Ctx, Scope } from "./context";
import type { ErrorCode } from "./errors";

export type Method = "GET" | "POST" | "PATCH";

/** A request's parts after parsing by the endpoint's schemas; a part without a schema is undefined. */
type EndpointInput<P, Q, B> = { params: P; query: Q; body: B };

/**
 * An endpoint of the public API. The handler, the OpenAPI document, the typed client of the tests and the reader all
 * use this one definition.
 */
export type Endpoint<P = unknown, Q = unknown, B = unknown, D = unknown> = {
  /** operationId of the OpenAPI document. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  method: Method;
  /** OpenAPI form: `/api/v1/payment-links/{id}`. A colon is a literal colon. */
  path: string;
  /** Required credential: none, an access token, or the payment's token. */
  auth: "public" | "bearer" | "payment_token";
  /** The required scope of a limited credential. */
  scope?: Scope;
  /** Accepts an Idempotency-Key: key, effect and response commit together. */
  idempotent?: true;
  /** A request may be kept open until there is something to respond with: `run` gets `ctx.longPoll`. */
  longPoll?: true;
  /** Cache-Control for responses that shared caches may store; all others are no-store. */
  cacheControl?: string;
  /** OAuth clients send forms: the body may be a form or JSON. */
  acceptsForm?: true;
  /** The client may authenticate by HTTP Basic instead of `client_id` and `client_secret` in the body (RFC 6749 §2.3.1). */
  acceptsBasic?: true;
  /** The error code of a body that doesn't match its schema. */
  invalidBody?: "VALIDATION_ERROR" | "INVALID_INPUT";
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  success: 200 | 201;
  /**
   * A page of a list: `data` is `{ data: [...], pagination }`, and both are beside `success` (spec, "Common response
   * envelope").
   */
  paginated?: true;
  /** Every response is checked against it, so that no other column is exposed. */
  data: z.ZodType<D>;
  /** The error codes in addition to those of every endpoint. */
  errors: readonly ErrorCode[];
  examples: {
    request?: unknown;
    /** For a body with variants: one named example each, instead of `request`. */
    requests?: Record<string, unknown>;
    response: unknown;
  };
  run(ctx: Ctx, input: EndpointInput<P, Q, B>): Promise<D>;
};

/**
 * Infers the type parameters. The registry holds endpoints of all types and erases them. The id stays a literal type,
 * so that a table can be required to have a row for every endpoint.
 */
export function endpoint<const Id extends string, P, Q, B, D>(
  definition: Endpoint<P, Q, B, D> & { id: Id },
): Endpoint<P, Q, B, D> & { id: Id } {
  return definition;
}

/**
 * The endpoint with that id, in its exact type.
 * @throws Error when there is none, which the types prevent
 */
export function byId<const All extends readonly { id: string }[], const Id extends All[number]["id"]>(
  endpoints: All,
  id: Id,
): Extract<All[number], { id: Id }> {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`There is no endpoint ${id}.`);
  return found as Extract<All[number], { id: Id }>;
}
