import { invalidField } from "./errors";

/** Control and format characters, and the separators of lines and paragraphs. */
export const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Characters of the name of a person or a partner. */
const MAX_NAME = 140;

/** What is wrong with a trimmed name; null: nothing. A format character such as U+202E reverses the text after it. */
export function nameFault(name: string, max = MAX_NAME): string | null {
  if (!name || name.length > max) return `Enter a name of 1 to ${max} characters.`;
  return INVISIBLE.test(name) ? "The name contains an invisible character. Type it again." : null;
}

/** A name as typed, trimmed. @throws AppError VALIDATION_ERROR on `field` */
export function checkName(given: string, { max, field = "name" }: { max?: number; field?: string } = {}): string {
  const name = given.trim();
  const fault = nameFault(name, max);
  if (fault !== null) throw invalidField(field, fault);
  return name;
}
