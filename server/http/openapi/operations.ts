import type { Endpoint, Method } from "../../lib/endpoint";
import { ERRORS, type ErrorCode } from "../../lib/errors";
import { success } from "../answer";
import { errorsOf } from "../errors-of";
import { ENDPOINTS } from "../registry";
import { openApiDocument } from "./openapi";
import type { Json } from "./openapi-schemas";
import { type OperationField, variantsOf } from "./operation-fields";

/** An API operation for a form, derived from the OpenAPI document, so that both agree. */
export type Operation = {
  id: string;
  tag: string;
  summary: string;
  description: string | null;
  method: Method;
  path: string;
  auth: Endpoint["auth"];
  idempotent: boolean;
  hasBody: boolean;
  /** Of the path and the query. */
  parameters: OperationField[];
  /** The variants of its body; one without a name where there is only one; empty without a body. */
  variants: { name: string | null; fields: OperationField[] }[];
  example: unknown;
  /** An example response as text. */
  answer: { status: number; body: string };
  errors: { code: ErrorCode; status: number; message: string }[];
};

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: Json };

let operations: Operation[] | undefined;

/** Every operation of the API, in the order of the document. */
export function listOperations(): Operation[] {
  operations ??= read();
  return operations;
}

/** An operation by its operationId; null: unknown. */
export function operationOf(id: string): Operation | null {
  return listOperations().find((operation) => operation.id === id) ?? null;
}

function read(): Operation[] {
  const document = openApiDocument("/");
  const { schemas } = document["components"] as { schemas: Record<string, Json> };
  const paths = document["paths"] as Record<string, Record<string, { parameters: Parameter[] }>>;
  return (ENDPOINTS as readonly unknown[] as readonly Endpoint[]).map((endpoint) => {
    const { id, tag, summary, description = null, method, path, auth, idempotent = false } = endpoint;
    const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {};
    const body = endpoint.body ? schemas[`${id.charAt(0).toUpperCase()}${id.slice(1)}Body`] : undefined;
    const { request, requests = {}, response } = endpoint.examples;
    const answered = success(endpoint, response);
    return {
      ...{ id, tag, summary, description, method, path, auth, idempotent, hasBody: body !== undefined },
      parameters: parameters.filter(({ $ref }) => $ref === undefined).map(parameterOf),
      variants: body ? variantsOf(body, schemas) : [],
      example: request ?? Object.values(requests)[0] ?? null,
      answer: { status: answered.status, body: JSON.stringify(JSON.parse(answered.body), null, 2) },
      errors: errorsOf(endpoint).map((code) => ({ code, ...ERRORS[code] })),
    };
  });
}

function parameterOf({ name, in: place, required = false, description, schema }: Parameter): OperationField {
  const [field] = variantsOf({ type: "object", properties: { [name]: schema } }, {})[0]?.fields ?? [];
  if (!field) throw new Error(`The parameter ${name} has no field.`);
  return { ...field, in: place === "path" ? "path" : "query", required, description: description ?? null };
}
