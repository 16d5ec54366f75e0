import type { z } from "zod";
import { parseJson, readBody } from "../bodies";
import { badRequest, type ObError, refusal } from "./refusal";

const MAX_ERRORS = 10;

/**
 * The body's text, as used by signatures and idempotency keys.
 * @throws refusal 415 for a body that is not JSON, 400 for one that is too long or cannot be stored
 */
export async function readJsonText(request: Request): Promise<string> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw refusal(415);
  const text = await readBody(request);
  if (text === null) throw badRequest("UK.OBIE.Resource.InvalidFormat", "The body is too long.");
  return text;
}

/**
 * The body, validated by its schema.
 * @throws refusal 400 with each validation error: UK.OBIE.Field.*, or UK.OBIE.Resource.InvalidFormat for invalid JSON
 */
export function parseBody<T extends z.ZodType>(schema: T, text: string): z.output<T> {
  const value = parseJson(text);
  if (value === undefined) throw badRequest("UK.OBIE.Resource.InvalidFormat", "The body is not valid JSON.");
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw refusal(400, parsed.error.issues.flatMap(problemsOf).slice(0, MAX_ERRORS));
}

function problemsOf(issue: z.core.$ZodIssue): ObError[] {
  const path = issue.path.join(".") || "body";
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      code: "UK.OBIE.Field.Unexpected",
      message: "This bank does not expect this field.",
      path: issue.path.length > 0 ? `${path}.${key}` : key,
    }));
  const isMissing = issue.code === "invalid_type" && issue.input === undefined;
  return [{ code: isMissing ? "UK.OBIE.Field.Missing" : "UK.OBIE.Field.Invalid", message: issue.message, path }];
}
