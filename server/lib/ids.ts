import { v7, validate, version } from "uuid";

/** A new UUIDv7 (RFC 9562): ordered by time, so that index inserts are at one end. */
export function newId(): string {
  return v7();
}

/** Whether the text is a uuid of any version, in any case. */
export function isUuid(text: string): boolean {
  return validate(text);
}

const SAMPLE_VERSION = 8;

/** Whether the id is of one of a demo's samples (`server/demo/samples/dice.ts`). */
export function isSampleId(id: string): boolean {
  return version(id) === SAMPLE_VERSION;
}
