import type { z } from "zod";
import type { Ctx, Scope } from "./context";
import type { ErrorCode } from "./errors";

export type Method = "GET" | "POST" | "PATCH";

/** A request's parts after parsing by the endpoint's schemas; a part without a schema is undefined. */
export type EndpointInput<P, Q, B> = { params: P; query: Q; body: B };

/**
 * An endpoint of the public API, as a value. Four readers and no second copy: the handler, the OpenAPI document,
 * the typed client that tests use, and people.
 */
export type Endpoint<P = unknown, Q = unknown, B = unknown, D = unknown> = {
  /** operationId of the OpenAPI document. */
  id: string;
  tag: string;
  summary: string;
  description?: string;
  method: Method;
  /** OpenAPI form: `/api/v1/payment-links/{id}`. A colon is a colon. */
  path: string;
  /** Who may call: anyone, the holder of an access token, or whoever holds the payment's own token. */
  auth: "public" | "bearer" | "payment_token";
  /** The scope that a limited credential needs. */
  scope?: Scope;
  /** Takes an Idempotency-Key: key, effect and answer commit together. */
  idempotent?: true;
  /** May be kept by shared caches: the value of Cache-Control; everything else is no-store. */
  cacheControl?: string;
  /** OAuth clients send forms; the body is then read from either. */
  acceptsForm?: true;
  /** The code for a body that fails its schema. */
  invalidBody?: "VALIDATION_ERROR" | "INVALID_INPUT";
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  success: 200 | 201;
  /** A page of a list: `data` is `{ data: [...], pagination }`, and both stand beside `success` (spec, "Common response envelope"). */
  paginated?: true;
  /** Checked on every answer, so that no column can leak. */
  data: z.ZodType<D>;
  /** Every code that it can answer beyond those that any endpoint can. */
  errors: readonly ErrorCode[];
  examples: {
    request?: unknown;
    /** Of a body with variants: one each, by a name that tells it from the others. They stand in the place of `request`. */
    requests?: Record<string, unknown>;
    response: unknown;
  };
  run(ctx: Ctx, input: EndpointInput<P, Q, B>): Promise<D>;
};

/**
 * Names the type parameters by inference; the registry, which holds endpoints of every shape, forgets them. The id stays
 * a literal, so that a table with a row for every endpoint can be required to be whole.
 */
export function endpoint<const Id extends string, P, Q, B, D>(
  definition: Endpoint<P, Q, B, D> & { id: Id },
): Endpoint<P, Q, B, D> & { id: Id } {
  return definition;
}

/**
 * The one of these endpoints with that id, in its exact type.
 * @throws Error when there is none, which the types do not let through
 */
export function byId<const All extends readonly { id: string }[], const Id extends All[number]["id"]>(
  endpoints: All,
  id: Id,
): Extract<All[number], { id: Id }> {
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`There is no endpoint ${id}.`);
  return found as Extract<All[number], { id: Id }>;
}
