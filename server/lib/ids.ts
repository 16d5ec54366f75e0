import { v7, validate } from "uuid";

/** A new UUIDv7 (RFC 9562): ordered by time, so that index inserts are at one end. */
export function newId(): string {
  return v7();
}

/** Whether the text is a uuid of any version, in any case. */
export function isUuid(text: string): boolean {
  return validate(text);
}
