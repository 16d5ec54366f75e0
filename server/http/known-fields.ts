import { z } from "zod";
import { closestName } from "../lib/closest-name";
import { hasNoEffect } from "../lib/fields";

/** A field of a schema. `isObject`: it has fields of its own. */
type KnownField = { path: string[]; isObject: boolean };
/** A sent field that has no effect, and the one that was probably meant, as in `order.payment_reference`. */
export type UnknownField = { place: "body" | "query"; path: string[]; meant: string | null };

/** The most unknown names of one request in a header and in the request log. */
export const MAX_UNKNOWN = 20;
const NO_FIELDS = z.object({});
/** Names in other interfaces whose letters don't lead to ours. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{
    description: "payment_reference",
    statement_descriptor: "payment_reference",
    language: "locale",
    lang: "locale",
  },
  ...{ test: "test_transaction", test_mode: "test_transaction", sandbox: "test_transaction", value: "amount" },
  ...{ return_url: "success_url", redirect_url: "success_url", cancel_url: "failure_url", error_url: "failure_url" },
  ...{ fail_url: "failure_url", failed_url: "failure_url", mail: "email", telephone: "phone", zip: "postal_code" },
  url: "webhook_url",
};

/** Every field of a schema; of a union, those of all its variants. */
export function knownFields(schema: z.ZodType, path: readonly string[] = []): KnownField[] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => knownFields(option as z.ZodType, path));
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const at = [...path, name];
    if (unwrapped(field) instanceof z.ZodNever) return [];
    return [{ path: at, isObject: unwrapped(field) instanceof z.ZodObject }, ...knownFields(field, at)];
  });
}

/**
 * The names in a body or query that its schema ignores, at most 20: each unknown name once, without the names inside of it;
 * and known ones whose value has no effect.
 * Names that the schema refuses are not among them. Without a schema, all are ignored. The value may be invalid.
 */
export function ignoredFields(
  place: UnknownField["place"],
  schema: z.ZodType | undefined,
  value: unknown,
): UnknownField[] {
  const given = schema ?? NO_FIELDS;
  const paths = ignoredPaths(given, value, []).slice(0, MAX_UNKNOWN);
  if (paths.length === 0) return [];
  const known = knownFields(given);
  return paths.map((path) => ({ place, path, meant: meantField(path, value, known) }));
}

function ignoredPaths(schema: z.ZodType, value: unknown, path: readonly string[]): string[][] {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return ignoredInVariants(inner.options as readonly z.ZodType[], value, path);
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [];
  // zod leaves this name out of a record: assigned to an object, it would be its prototype.
  if (inner instanceof z.ZodRecord) return Object.hasOwn(value, "__proto__") ? [[...path, "__proto__"]] : [];
  if (!(inner instanceof z.ZodObject)) return [];
  const shape = inner.shape as Record<string, z.ZodType>;
  return Object.entries(value).flatMap(([name, given]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field && hasNoEffect(unwrapped(field), given)) return [[...path, name]];
    if (field) return ignoredPaths(field, given, [...path, name]);
    // A strict schema refuses unknown names.
    return inner.def.catchall === undefined ? [[...path, name]] : [];
  });
}

/** In the variant that the value is; where it matches none, a name is unknown if no variant has it. */
function ignoredInVariants(options: readonly z.ZodType[], value: unknown, path: readonly string[]): string[][] {
  const meant = options.find((option) => option.safeParse(value).success);
  if (meant) return ignoredPaths(meant, value, path);
  const [first = [], ...others] = options.map((option) => ignoredPaths(option, value, path));
  const inOthers = others.map((paths) => new Set(paths.map(String)));
  return first.filter((one) => inOthers.every((paths) => paths.has(String(one))));
}

/**
 * The field that was probably meant by an unknown one, as in `order.payment_reference`; null: none. Not one that was sent
 * too. A field of the same object is preferred.
 */
export function meantField(path: readonly string[], body: unknown, known: readonly KnownField[]): string | null {
  const name = path.at(-1) ?? "";
  const isObject = typeof valueAt(body, path) === "object";
  const free = known.filter((field) => field.isObject === isObject && valueAt(body, field.path) === undefined);
  const isBeside = (field: KnownField) => String(field.path.slice(0, -1)) === String(path.slice(0, -1));
  for (const fields of [free.filter(isBeside), free.filter((field) => !isBeside(field))]) {
    const names = fields.map((field) => field.path.at(-1) ?? "");
    const alias = Object.hasOwn(ALIASES, name.toLowerCase()) ? ALIASES[name.toLowerCase()] : undefined;
    const meant = alias !== undefined && names.includes(alias) ? alias : closestName(name, names);
    const found = fields.find((field) => field.path.at(-1) === meant);
    if (found) return found.path.join(".");
  }
  return null;
}

/** The value of a sent field; undefined: it was not sent. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) {
    if (inner === null || typeof inner !== "object" || !Object.hasOwn(inner, name)) return undefined;
    inner = (inner as Record<string, unknown>)[name];
  }
  return inner;
}

/** The schema inside of optional, nullable and default ones, and before a transformation. */
function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
      inner = inner.unwrap() as z.ZodType;
    else if (inner instanceof z.ZodPipe) inner = inner.in as z.ZodType;
    else return inner;
  }
}

const MAX_NAME = 64;

/**
 * The value of `Bankside-Ignored`: `order.reference, ?bank`. Names are percent-encoded and cut at 64 characters: no name
 * ends the header, looks like two, or makes it longer than 20 × 100 characters.
 */
export function ignoredHeader(fields: readonly UnknownField[]): string {
  return fields.map(({ place, path }) => (place === "query" ? "?" : "") + path.map(encodedName).join(".")).join(", ");
}

function encodedName(name: string): string {
  let encoded = "";
  for (const character of name.slice(0, MAX_NAME).toWellFormed()) {
    const next = character === "." ? "%2E" : encodeURIComponent(character);
    if (encoded.length + next.length > MAX_NAME) break;
    encoded += next;
  }
  return encoded || '""';
}
