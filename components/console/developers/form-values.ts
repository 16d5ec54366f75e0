import type { Outputs } from "../frame/queries";

export type Operation = Outputs["developers"]["reference"]["read"][number];
export type OperationField = Operation["parameters"][number];

/** An operation, as the request log shows it. */
export type KnownOperation = Pick<
  Operation,
  "id" | "method" | "path" | "summary" | "auth" | "hasBody" | "parameters" | "variants" | "example"
>;

/** The parts of an operation that the request log shows. */
export function knownOperation<Part extends KnownOperation>(operation: Part) {
  const { id, method, path, summary, auth, hasBody, parameters, variants, example } = operation;
  return { id, method, path, summary, auth, hasBody, parameters, variants, example };
}

/** The texts of a form by field key. */
export type FormValues = Readonly<Record<string, string>>;

/** The request of a form. `errors` by field key: values that can't be sent. */
export type FilledIn = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  errors: Record<string, string>;
};

/** Tokens, secrets and IDs: their examples can't be sent. */
const OWN = /token|(^|_)id$|Id$|secret|challenge/;

/** Whether only the caller has a value of this field. An order id is free text. */
export function isOwnValue(name: string): boolean {
  return OWN.test(name) && name !== "order_id";
}

export function keyOf({ in: location, path }: OperationField): string {
  return `${location}:${path.join(".")}`;
}

/**
 * The body, path and query of a form. Empty fields are omitted. A value of the wrong type is sent as typed, so that the
 * API's error shows.
 */
export function filledIn(fields: readonly OperationField[], values: FormValues, hasBody: boolean): FilledIn {
  const filled: FilledIn = { params: {}, query: {}, body: hasBody ? {} : undefined, errors: {} };
  for (const field of fields) {
    const text = values[keyOf(field)] ?? "";
    if (text.trim() === "") continue;
    const [name = ""] = field.path;
    if (field.in === "path") filled.params[name] = text.trim();
    else if (field.in === "query") filled.query[name] = text.trim();
    else put(field, text, filled);
  }
  return filled;
}

function put(field: OperationField, text: string, { body = {}, errors }: FilledIn): void {
  const read = readText(field, text);
  if (read.error !== null) {
    errors[keyOf(field)] = read.error;
    return;
  }
  let at = body;
  for (const name of field.path.slice(0, -1)) {
    const inner = (at[name] ?? {}) as Record<string, unknown>;
    at[name] = inner;
    at = inner;
  }
  at[field.path.at(-1) ?? ""] = read.value;
}

function readText({ kind }: OperationField, text: string): { value: unknown; error: string | null } {
  const plain = text.trim();
  if (kind === "boolean") return { value: plain === "true", error: null };
  if (kind === "list") return { value: plain.split(/\s*[\n,]\s*/).filter(Boolean), error: null };
  if (kind === "integer" || kind === "number") {
    return { value: /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain, error: null };
  }
  if (kind !== "json") return { value: text, error: null };
  try {
    return { value: JSON.parse(plain), error: null };
  } catch {
    return { value: null, error: 'Enter JSON, e.g. {"basket": "77"}. Nothing was sent.' };
  }
}

/** The initial values of a form: the documented examples of required fields, where they can be sent. */
export function firstValues(fields: readonly OperationField[], example: unknown): FormValues {
  const needed = fields.filter(({ in: location, required, path, format }) => {
    return location === "body" && required && format !== "uuid" && !isOwnValue(path.at(-1) ?? "");
  });
  return valuesFrom(needed, example);
}

/** The values of a body, as text for its fields. */
export function valuesFrom(fields: readonly OperationField[], body: unknown): FormValues {
  const entries = fields.flatMap((field) => {
    const value = field.path.reduce<unknown>(
      (at, name) => (at !== null && typeof at === "object" ? (at as Record<string, unknown>)[name] : undefined),
      body,
    );
    return value === undefined || value === null ? [] : [[keyOf(field), textOf(field, value)]];
  });
  return Object.fromEntries(entries);
}

function textOf({ kind }: OperationField, value: unknown): string {
  if (kind === "list" && Array.isArray(value)) return value.join("\n");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The variant of a recorded body: the one with the most fields present. */
export function variantOf({ variants }: Pick<Operation, "variants">, body: unknown): number {
  const counts = variants.map(({ fields }) => Object.keys(valuesFrom(fields, body)).length);
  return Math.max(0, counts.indexOf(Math.max(...counts, 0)));
}
