import { z } from "zod";

/** Names of JSON's types, with their article. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "a boolean",
  array: "an array",
  tuple: "an array",
  object: "an object",
  record: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "a UUID",
  url: "a URL",
  email: "an e-mail address",
  datetime: "an RFC 3339 timestamp",
};

/** The message of an issue whose schema has none of its own: what the value must be, without the value. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, issue.input);
    case "invalid_value":
      return issue.values.length === 1
        ? `must be ${JSON.stringify(issue.values[0])}`
        : `one of ${issue.values.join(", ")}${issue.input === null ? ", not null" : ""}`;
    case "too_big":
      return `at most ${issue.maximum}${unitOf(issue.origin)}`;
    case "too_small":
      return `at least ${issue.minimum}${unitOf(issue.origin)}`;
    case "invalid_format":
      return `must be ${FORMATS[issue.format] ?? `in the format ${issue.format}`}`;
    case "invalid_key":
      return `the name: ${issue.issues[0]?.message ?? "is not allowed"}`;
    case "unrecognized_keys":
      return `unknown field ${issue.keys.join(", ")}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "matches none of the documented forms";
    default:
      return "is not valid";
  }
}

function wrongType(expected: string, input: unknown): string {
  if (input === undefined) return "is required";
  if (expected === "never") return "must be left out";
  const sent = input === null ? "null" : Array.isArray(input) ? "array" : typeof input;
  return `must be ${TYPES[expected] ?? expected}, not ${TYPES[sent] ?? sent}`;
}

function unitOf(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" || origin === "set" ? " items" : "";
}

// For every schema of this process: the library's own messages ("Invalid input: expected object, received string") are for
// its programmers. A schema's own message takes precedence.
z.config({ customError: messageOf });
