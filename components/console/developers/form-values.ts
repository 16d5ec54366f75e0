import type { Outputs } from "../queries";

export type Operation = Outputs["developers"]["reference"]["read"][number];
export type OperationField = Operation["parameters"][number];

/** What stands in a form, by the key of its field: text, as it was typed. */
export type FormValues = Readonly<Record<string, string>>;

/** What a form sends. `errors`, by the key of a field: what cannot be sent at all. */
export type FilledIn = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown> | undefined;
  errors: Record<string, string>;
};

/** Credentials and ids of other things: an example of one is good for nothing. */
const OWN = /token|(^|_)id$|Id$|secret|challenge/;

export function keyOf({ in: place, path }: OperationField): string {
  return `${place}:${path.join(".")}`;
}

/**
 * The body, path and query that a form means. A field that is empty is left out. What is not of its kind is sent as it
 * was typed: the API says what is wrong with it, as it would say to a program.
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
    return { value: null, error: 'This is no JSON. It looks like {"basket": "77"}. Nothing was sent.' };
  }
}

/** What a form begins with: of what is needed, the example of the document, where an example can be sent. */
export function firstValues(fields: readonly OperationField[], example: unknown): FormValues {
  const needed = fields.filter(({ in: place, required, path, format }) => {
    return place === "body" && required && format !== "uuid" && !OWN.test(path.at(-1) ?? "");
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

/** Which of an operation's kinds of body a recorded one was: that of which most fields are there. */
export function variantOf({ variants }: Operation, body: unknown): number {
  const counts = variants.map(({ fields }) => Object.keys(valuesFrom(fields, body)).length);
  return Math.max(0, counts.indexOf(Math.max(...counts, 0)));
}

/** The address that a form means, with what is missing in it shown as its name. */
export function addressOfForm({ path }: Operation, { params, query }: FilledIn): string {
  const filled = path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = params[name];
    return value ? encodeURIComponent(value) : place;
  });
  const search = new URLSearchParams(query);
  return filled + (search.size > 0 ? `?${search}` : "");
}
