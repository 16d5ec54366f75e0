import type { Json } from "./openapi-schemas";

/** One field of a request. `path`: its path in the body, or the name of a parameter as the only entry. */
export type OperationField = {
  in: "path" | "query" | "body";
  path: string[];
  /** `json`: a value without a field type of its own, as JSON. `list`: texts, one per line. */
  kind: "text" | "integer" | "number" | "boolean" | "choice" | "list" | "json";
  /** Of the kind `choice`. */
  choices: string[];
  required: boolean;
};

type Schemas = Record<string, Json>;

/**
 * The variants of a body by its JSON Schema, each with its fields in order: the branches of a union, named by the field
 * that only they require, or one variant without a name.
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
    // A forbidden property (`not`) only discriminates branches of a union.
    if ("not" in inner) return [];
    const at = [...path, name];
    const isNeeded = isRequired && required.includes(name);
    if (inner["type"] === "object" && inner["properties"]) return fieldsOf(inner, schemas, at, isNeeded);
    return [fieldOf(inner, at, isNeeded)];
  });
}

function fieldOf(schema: Json, path: string[], required: boolean): OperationField {
  const { enum: choices, const: only } = schema;
  const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only];
  return {
    in: "body",
    path,
    kind: values.length > 0 ? "choice" : kindOf(schema),
    choices: values.map(String),
    required,
  };
}

function kindOf({ type, items }: Json): OperationField["kind"] {
  if (type === "integer" || type === "number" || type === "boolean") return type;
  if (type === "string") return "text";
  return type === "array" && (items as Json | undefined)?.["type"] === "string" ? "list" : "json";
}

/** A nullable field has the kind of its other type. */
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
