import type { Json } from "./openapi-schemas";

/** One thing to fill in. `path`: where it stands in the body; its only entry is the name of a parameter. */
export type OperationField = {
  in: "path" | "query" | "body";
  path: string[];
  /** `json`: whatever has no field of its own, as JSON. `list`: texts, one a line. */
  kind: "text" | "integer" | "number" | "boolean" | "choice" | "list" | "json";
  /** Of the kind `choice`. */
  choices: string[];
  required: boolean;
  description: string | null;
  /** JSON Schema's, such as `uuid`; null where it has none. */
  format: string | null;
  minimum: number | null;
  maximum: number | null;
};

type Schemas = Record<string, Json>;

/**
 * The kinds of body that a JSON Schema takes, each with its fields in their order: a union's branches, named by what only
 * they require, or one without a name.
 */
export function variantsOf(schema: Json, schemas: Schemas): { name: string | null; fields: OperationField[] }[] {
  const resolved = resolve(schema, schemas);
  const branches = branchesOf(resolved).map((branch) => resolve(branch, schemas));
  if (branches.length === 0) return [{ name: null, fields: fieldsOf(resolved, schemas, [], true) }];
  return branches.map((branch, index) => {
    const others = branches.filter((other) => other !== branch).flatMap(requiredOf);
    const own = requiredOf(branch).filter((name) => !others.includes(name));
    return { name: own.join(", ") || `Form ${index + 1}`, fields: fieldsOf(branch, schemas, [], true) };
  });
}

function fieldsOf(schema: Json, schemas: Schemas, path: string[], isRequired: boolean): OperationField[] {
  const required = requiredOf(schema);
  const properties = (schema["properties"] ?? {}) as Record<string, Json>;
  return Object.entries(properties).flatMap(([name, given]) => {
    const inner = withoutNull(resolve(given, schemas));
    // What may not be there at all tells one branch of a union from another.
    if ("not" in inner) return [];
    const at = [...path, name];
    const isNeeded = isRequired && required.includes(name);
    if (inner["type"] === "object" && inner["properties"]) return fieldsOf(inner, schemas, at, isNeeded);
    return [fieldOf(inner, at, isNeeded, String(given["description"] ?? inner["description"] ?? ""))];
  });
}

function fieldOf(schema: Json, path: string[], required: boolean, description: string): OperationField {
  const { enum: choices, const: only, format, minimum, maximum } = schema;
  const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
  return {
    in: "body",
    path,
    kind: values.length > 0 ? "choice" : kindOf(schema),
    choices: values.map(String),
    required,
    description: description || null,
    format: typeof format === "string" ? format : null,
    minimum: typeof minimum === "number" ? minimum : null,
    maximum: typeof maximum === "number" ? maximum : null,
  };
}

function kindOf({ type, items }: Json): OperationField["kind"] {
  if (type === "integer" || type === "number" || type === "boolean") return type;
  if (type === "string") return "text";
  return type === "array" && (items as Json | undefined)?.["type"] === "string" ? "list" : "json";
}

/** What may be null as well is asked for as what it is otherwise. */
function withoutNull(schema: Json): Json {
  const branches = branchesOf(schema).filter(({ type }) => type !== "null");
  const [only] = branches;
  return branches.length === 1 && only ? only : schema;
}

function branchesOf(schema: Json): Json[] {
  return (schema["anyOf"] ?? schema["oneOf"] ?? []) as Json[];
}

function requiredOf(schema: Json): string[] {
  return (schema["required"] ?? []) as string[];
}

function resolve(schema: Json, schemas: Schemas): Json {
  const ref = schema["$ref"];
  return typeof ref === "string" ? (schemas[ref.split("/").at(-1) ?? ""] ?? {}) : schema;
}
