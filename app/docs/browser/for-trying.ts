type Parameter = { $ref?: string; required?: boolean; example?: unknown; examples?: unknown };
type Way = Record<string, readonly string[]>;
type Operation = { parameters?: Parameter[]; security?: Way[] };

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
