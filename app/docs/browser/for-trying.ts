type Parameter = { $ref?: string; required?: boolean; example?: unknown; examples?: unknown };
type Way = Record<string, readonly string[]>;
type Operation = { parameters?: Parameter[]; security?: Way[] };

/** As much of an OpenAPI document as is read here. */
export type Document = {
  paths?: Record<string, Record<string, Operation>>;
  components?: {
    parameters?: Record<string, Parameter>;
    securitySchemes?: Record<string, { type?: string; scheme?: string }>;
  };
};

/** The name under which the document speaks of access tokens. */
export function bearerScheme({ components }: Document): string | undefined {
  const schemes = Object.entries(components?.securitySchemes ?? {});
  return schemes.find(([, { type, scheme }]) => type === "http" && scheme === "bearer")?.[0];
}

/**
 * The document as it is drawn where it can be tried. The renderer fills an example into its field, and sends it: what is
 * optional would go out each time, and a second creation with the first one's idempotency key. And it marks whatever wants
 * some credential, where only an access token is given to what is tried.
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
