import { v7 } from "uuid";
import { z } from "zod";

/** A new UUIDv7 (RFC 9562): ordered by time, so that index inserts are at one end. */
export function newId(): string {
  return v7();
}

/** The lowest UUIDv7 of a millisecond (RFC 9562 §5.7): a later id is not below it. */
export function firstIdAt(at: Date): string {
  return v7({ msecs: at.getTime(), seq: 0, random: new Uint8Array(16) });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text has the form of a uuid, as PostgreSQL reads it: of any version and variant, in any case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * An id in the input of a Console's call, in lower case, as the database returns it: locks and limits by an id compare
 * texts, so that another case of it would be another lock.
 */
export const uuid = z.uuid().toLowerCase();

const VERSION_AT = 14;
const SAMPLE_VERSION = "8";

/** Whether the id is of one of a demo's samples (`server/demo/samples/dice.ts`). */
export function isSampleId(id: string): boolean {
  return id[VERSION_AT] === SAMPLE_VERSION;
}
