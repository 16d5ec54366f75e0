import type { z } from "zod";
import "../../lib/schema-messages";
import { AppError, type FieldError, invalidField } from "../../lib/errors";
import { fieldName, MAX_VALUES, refuseUnstorable } from "../../lib/storable";
import { ignoredFields, knownFields, meantField, type UnknownField, valueAt } from "../known-fields";

/** The most errors in one response. */
const MAX_ERRORS = 100;
const UNKNOWN = "unknown field";
const REQUIRED = "is required";

/** Parses one part of a request. @throws AppError with `code`, the wrong fields (at most 100) in metadata.errors */
export function parsePart<T>(schema: z.ZodType<T>, value: unknown, code: "VALIDATION_ERROR" | "INVALID_INPUT"): T {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap((issue) => fieldErrors(issue, [])).slice(0, MAX_ERRORS);
  throw new AppError(code, {
    message: "The request is not valid.",
    metadata: { errors: withUnknownNames(errors, schema, value) },
  });
}

/**
 * The errors, with what to do about unknown names: an unknown field says which known one was probably meant, or which there
 * are; a missing field names the unknown one that was probably meant for it.
 */
function withUnknownNames(errors: FieldError[], schema: z.ZodType, value: unknown): FieldError[] {
  const known = knownFields(schema);
  const ignored = ignoredFields("body", schema, value);
  return errors.map(({ field, message }) => {
    if (message === UNKNOWN) {
      const path = field.split(".");
      const meant = meantField(path, value, known);
      const beside = known.filter((one) => one.path.slice(0, -1).join(".") === path.slice(0, -1).join("."));
      const names = beside.map((one) => one.path.at(-1)).join(", ");
      return {
        field,
        message: `${UNKNOWN}: ${meant === null ? `the fields here are ${names}` : `did you mean ${meant}?`}`,
      };
    }
    return { field, message: message.startsWith(REQUIRED) ? message + hintOf(field, ignored, value) : message };
  });
}

/** What to do about a missing field: an ignored one was meant for it, for a field in it, or has it inside. */
function hintOf(field: string, ignored: readonly UnknownField[], value: unknown): string {
  const mistyped = ignored.find(({ meant }) => meant === field);
  if (mistyped) return `; ${mistyped.path.join(".")} is an unknown field`;
  const inside = ignored.flatMap(({ meant }) =>
    meant?.startsWith(`${field}.`) ? [meant.slice(field.length + 1)] : [],
  );
  if (inside.length > 0) return `, with ${inside.join(" and ")} in it`;
  const around = ignored.find(({ path }) => valueAt(value, [...path, ...field.split(".")]) !== undefined);
  return around ? `; ${around.path.join(".")} is an unknown field, send ${field} without it` : "";
}

/**
 * A query string or form (`root`) as an object; a repeated parameter is an error.
 * @throws AppError VALIDATION_ERROR, also for too many parameters and for values that can't be stored
 */
export function readQuery(search: URLSearchParams, root: "query" | "body"): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of search) {
    if (query.size === MAX_VALUES) throw invalidField(root, `at most ${MAX_VALUES} parameters`);
    if (query.has(name)) throw invalidField(name, "is given twice; send it once");
    query.set(name, value);
  }
  const read = Object.fromEntries(query);
  refuseUnstorable(read, root);
  return read;
}

function fieldErrors(issue: z.core.$ZodIssue, above: PropertyKey[]): FieldError[] {
  const path = [...above, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ field: pathName([...path, key]), message: UNKNOWN }));
  }
  if (issue.code === "invalid_union") {
    const values = refusedValues(issue);
    if (values) return [{ field: pathName([...path, values.key]), message: `one of ${values.allowed.join(", ")}` }];
    const either = absentInEach(issue);
    if (either) return [{ field: pathName([...path, either.key]), message: `is required, or ${either.others}` }];
    // Of several variants, the one with the fewest errors is reported.
    const [meant] = [...issue.errors].sort((a, b) => a.length - b.length);
    if (meant && meant.length > 0) return meant.flatMap((inner) => fieldErrors(inner, path));
  }
  return [{ field: pathName(path), message: wording(issue) }];
}

/** The discriminating field of the variants and its allowed values, if its value matches none of them. */
function refusedValues({ errors }: z.core.$ZodIssueInvalidUnion): { key: PropertyKey; allowed: unknown[] } | null {
  const refusals = errors.map((issues) =>
    issues.find((issue) => issue.code === "invalid_value" && issue.input !== undefined && issue.path.length === 1),
  );
  const allowed = refusals.flatMap((issue) => (issue?.code === "invalid_value" ? issue.values : []));
  const [key] = refusals[0]?.path ?? [];
  const isThisKey = key !== undefined && refusals.every((issue) => issue?.path[0] === key);
  return isThisKey ? { key, allowed: [...new Set(allowed)] } : null;
}

/** Each variant lacks exactly one field of its own: none of these fields was sent. */
function absentInEach({ errors }: z.core.$ZodIssueInvalidUnion): { key: PropertyKey; others: string } | null {
  const keys = errors.flatMap((issues) => {
    const [issue] = issues;
    const isAbsent = issues.length === 1 && issue?.code === "invalid_type" && issue.input === undefined;
    return isAbsent && issue.path.length === 1 ? issue.path : [];
  });
  const [key, ...others] = new Set(keys);
  if (key === undefined || others.length === 0 || keys.length < errors.length) return null;
  return { key, others: others.map(String).join(" or ") };
}

function wording(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.input === undefined) return REQUIRED;
  return issue.message;
}

function pathName(path: PropertyKey[]): string {
  return path.reduce<string>((parent, key) => fieldName(parent, key), "") || "body";
}
