import type { DocsSession } from "../../console/docs-session/route";

type Parameter = { $ref?: string; name?: string; required?: boolean; example?: unknown; examples?: unknown };
type Way = Record<string, readonly string[]>;
type Content = Record<string, { example?: unknown; examples?: unknown }>;
type Operation = {
  operationId?: string;
  tags?: string[];
  description?: string;
  parameters?: Parameter[];
  security?: Way[];
  requestBody?: { content: Content };
};

/** The parts of an OpenAPI document that this file reads. */
export type Document = {
  paths?: Record<string, Record<string, Operation>>;
  components?: {
    parameters?: Record<string, Parameter>;
    securitySchemes?: Record<string, { type?: string; scheme?: string }>;
  };
};

/** The name of the bearer security scheme in the document. */
export function bearerScheme({ components }: Document): string | undefined {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  return schemes.find(([, { type, scheme }]) => type === "http" && scheme === "bearer")?.[0];
}

/**
 * The document for trying requests. Swagger UI fills and sends every example, so the examples of optional parameters
 * are removed: else a second creation would repeat the first one's idempotency key. Security is kept only for
 * operations with the bearer scheme, because the page sets only an access token.
 */
export function forTrying<Given extends Document>(document: Given): Given {
  const copy = structuredClone(document);
  const bearer = bearerScheme(copy);
  const operations = Object.values(copy.paths ?? {}).flatMap((methods) => Object.values(methods));
  for (const operation of operations) {
    if (!operation.security?.some((way) => bearer !== undefined && bearer in way)) delete operation.security;
  }
  const parameters = [
    ...Object.values(copy.components?.parameters ?? {}),
    ...operations.flatMap((one) => one.parameters ?? []),
  ];
  for (const parameter of parameters.filter(({ required }) => required !== true)) {
    delete parameter.example;
    delete parameter.examples;
  }
  return copy;
}

/**
 * Adds what the session knows: to operations without a test mode the reason, and to the operation of a recorded request
 * its values in place of the examples.
 */
export function asSignedIn<Given extends Document>(document: Given, { notSent, recorded }: DocsSession): Given {
  const copy = structuredClone(document);
  for (const operation of Object.values(copy.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    const { operationId = "", description, parameters = [], requestBody } = operation;
    const why = notSent[operationId];
    if (why !== undefined) operation.description = [description, why].filter(Boolean).join("\n\n");
    if (recorded?.operation !== operationId) continue;
    for (const parameter of parameters) {
      const value = recorded.values[parameter.name ?? ""];
      if (value !== undefined) parameter.example = value;
    }
    for (const content of Object.values(requestBody?.content ?? {})) {
      delete content.examples;
      content.example = recorded.body;
    }
  }
  return copy;
}

/** The operation of a method and a path, with the values of its placeholders. */
export function operationAt({ paths = {} }: Document, method: string, pathname: string) {
  for (const [template, methods] of Object.entries(paths)) {
    const operation = methods[method.toLowerCase()];
    const names = template.split("/");
    const given = pathname.split("/");
    const isPlaceholder = (part: string) => part.startsWith("{");
    if (!operation || names.length !== given.length) continue;
    if (!names.every((part, index) => isPlaceholder(part) || part === given[index])) continue;
    const values = names.flatMap((part, index) =>
      isPlaceholder(part) ? [[part.slice(1, -1), decodeURIComponent(given[index] ?? "")] as const] : [],
    );
    return { id: operation.operationId ?? "", operation, params: Object.fromEntries(values) };
  }
  return null;
}

/** The fragment that opens an operation in Swagger UI. */
export function fragmentOf({ paths = {} }: Document, operationId: string): string | null {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const found = operations.find((one) => one.operationId === operationId);
  return found ? `#/${found.tags?.[0]?.replaceAll(" ", "%20")}/${operationId}` : null;
}
