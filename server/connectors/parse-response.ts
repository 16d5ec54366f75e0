import { createHash } from "node:crypto";
import type { Failure, StatementEntry } from "./port";

/** The longest id of an entry in ISO 20022, in characters. */
const ENTRY_ID_LENGTH = 35;

/** A 2xx response that cannot be parsed or trusted: what the bank did is unknown. */
export function unreadable(what: string): Failure {
  return { ok: false, kind: "unknown", detail: `The bank's response does not conform to the standard: ${what}`.trim() };
}

/** Parses JSON; `{}` for an empty body, undefined for invalid JSON. */
export function parseJson(body: string): unknown {
  if (body.trim() === "") return {};
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A booked transaction as read from a statement. `entryId`: undefined where the bank gives none. */
export type ReadEntry = Omit<StatementEntry, "entryId"> & { entryId: string | undefined };

/**
 * Gives an id to each entry without one: a digest of its content and its number among equal entries. Statements contain
 * whole days, so equal entries of a day get the same ids at each fetch.
 */
export function withEntryIds(entries: readonly ReadEntry[]): StatementEntry[] {
  const copies = new Map<string, number>();
  return entries.map(({ entryId, ...entry }) => ({ entryId: entryId ?? digestId(entry, copies), ...entry }));
}

function digestId(entry: Omit<StatementEntry, "entryId">, copies: Map<string, number>): string {
  const json = JSON.stringify(entry, (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  const copy = (copies.get(json) ?? 0) + 1;
  copies.set(json, copy);
  return createHash("sha256").update(`${json}\n${copy}`, "utf8").digest("base64url").slice(0, ENTRY_ID_LENGTH);
}
