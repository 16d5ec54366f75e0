import { invalidField } from "./errors";
import { isUuid } from "./ids";

/** A place in a list that begins with the newest: between what came later and what came earlier than this row. */
export type Place = { at: Date; id: string };

/** From where a page goes on, and in which direction. */
export type Cursor = { towards: "older" | "newer"; from: Place };

/** A page of a list, with the cursors of the pages beside it; null where there is none. */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** The longest that `writeCursor` writes, and more. */
export const MAX_CURSOR_LENGTH = 128;

/** A place as callers hand it back: opaque to them. */
export function writeCursor({ towards, from }: Cursor): string {
  return Buffer.from(`${towards} ${from.at.getTime()} ${from.id}`).toString("base64url");
}

/** @throws AppError VALIDATION_ERROR for what `writeCursor` never wrote */
export function readCursor(text: string): Cursor {
  const [towards, at = "", id = ""] = Buffer.from(text, "base64url").toString("latin1").split(" ");
  const known = towards === "older" || towards === "newer";
  if (!known || !/^\d{1,14}$/.test(at) || !isUuid(id)) throw invalidField("cursor", "is not one that was given out");
  return { towards, from: { at: new Date(Number(at)), id } };
}

/**
 * The page at a cursor; null: the newest. `walk` answers rows from a place (exclusive; null: from the end) in its
 * direction, nearest first, `size` and one more where there are any: the one more says whether there is another page.
 * Whoever comes back to the newest end gets the first page whole.
 */
export async function keysetPage<Row>(
  cursor: Cursor | null,
  { size, placeOf }: { size: number; placeOf: (row: Row) => Place },
  walk: (towards: Cursor["towards"], from: Place | null) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  const found = await walk(cursor?.towards ?? "older", cursor?.from ?? null);
  const isMore = found.length > size;
  if (cursor?.towards === "newer" && !isMore) return keysetPage(null, { size, placeOf }, walk);
  const rows = found.slice(0, size);
  if (cursor?.towards === "newer") rows.reverse();
  const edge = (row: Row | undefined, towards: Cursor["towards"], isThere: boolean) =>
    row !== undefined && isThere ? writeCursor({ towards, from: placeOf(row) }) : null;
  return {
    rows,
    newer: edge(rows[0], "newer", cursor !== null),
    older: edge(rows.at(-1), "older", cursor?.towards === "newer" || isMore),
  };
}
