import type { Endpoint, Method } from "../../lib/endpoint";
import type { ErrorCode } from "../../lib/errors";
import { errorsOf } from "../errors-of";
import { ENDPOINTS } from "../registry";
import { openApiDocument } from "./openapi";
import type { Json } from "./openapi-schemas";
import { type OperationField, variantsOf } from "./operation-fields";

/** An API operation, derived from the OpenAPI document, so that both agree. */
export type Operation = {
  id: string;
  tag: string;
  summary: string;
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
  /** The codes of its errors. */
  errors: ErrorCode[];
};

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Json };

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
    const { id, tag, summary, method, path, auth, idempotent = false } = endpoint;
    const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {};
    const body = endpoint.body ? schemas[`${id.charAt(0).toUpperCase()}${id.slice(1)}Body`] : undefined;
    const { request, requests = {} } = endpoint.examples;
    return {
      ...{ id, tag, summary, method, path, auth, idempotent, hasBody: body !== undefined },
      parameters: parameters.filter(({ $ref }) => $ref === undefined).map(parameterOf),
      variants: body ? variantsOf(body, schemas) : [],
      example: request ?? Object.values(requests)[0] ?? null,
      errors: errorsOf(endpoint),
    };
  });
}

function parameterOf({ name, in: place, required = false, schema }: Parameter): OperationField {
  const [field] = variantsOf({ type: "object", properties: { [name]: schema } }, {})[0]?.fields ?? [];
  if (!field) throw new Error(`The parameter ${name} has no field.`);
  return { ...field, in: place === "path" ? "path" : "query", required };
}
