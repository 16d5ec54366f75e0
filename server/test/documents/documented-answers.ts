type Part = { [key: string]: unknown };

/**
 * An answer as in the document, and a copy without its first required property: of `data` or `error`, if it has one.
 */
export type Documented = {
  operation: string;
  method: string;
  path: string;
  status: number;
  name: string;
  headers: Record<string, string | string[]>;
  body: unknown;
  broken: unknown;
};

/** Every example of every answer of every operation, with its required headers. */
export function documentedAnswers(document: unknown): Documented[] {
  const paths = (document as { paths: Record<string, Record<string, Part>> }).paths;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      Object.entries(operation["responses"] as Record<string, Part>).flatMap(([status, given]) => {
        const response = resolved(document, given);
        const { example, examples = { success: { value: example } } } = json(response);
        return Object.entries(examples).map(([name, shown]) => ({
          operation: String(operation["operationId"]),
          method: method.toUpperCase(),
          path: path.replaceAll(/\{\w+\}/g, "1"),
          status: Number(status),
          name,
          headers: headersOf(document, response),
          body: resolved(document, shown)["value"],
          broken: withoutFirst(resolved(document, shown)["value"]),
        }));
      }),
    ),
  );
}

function json(response: Part): { example?: unknown; examples?: Record<string, Part> } {
  const content = response["content"] as Record<string, Part> | undefined;
  return content?.["application/json"] ?? {};
}

function headersOf(document: unknown, response: Part): Record<string, string> {
  const headers = Object.entries((response["headers"] ?? {}) as Record<string, Part>)
    .map(([name, given]) => [name.toLowerCase(), resolved(document, given)] as const)
    .filter(([, header]) => header["required"] === true)
    .map(([name, { schema, example }]) => [name, String(example ?? (schema as Part)["const"])]);
  return { "content-type": "application/json; charset=utf-8", ...Object.fromEntries(headers) };
}

function withoutFirst(body: unknown): unknown {
  if (body === undefined) return undefined;
  const { success, ...rest } = body as Part;
  const [part, value] = Object.entries(rest)[0] ?? [];
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (!part || !isObject) return { success };
  const [, ...kept] = Object.entries(value);
  return { ...rest, success, [part]: Object.fromEntries(kept) };
}

function resolved(document: unknown, part: Part): Part {
  if (typeof part["$ref"] !== "string") return part;
  const keys = part["$ref"].slice(2).split("/");
  return keys.reduce<unknown>((inner, key) => (inner as Part)[key], document) as Part;
}
