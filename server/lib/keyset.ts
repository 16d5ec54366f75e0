import { invalidField } from "./errors";
import { isUuid } from "./ids";

/** A place in a list that begins with the newest: between what came later and what came earlier than this row. */
export type Place = { at: Date; id: string };

/** The same in a list of another order. `key`: what it goes by, a whole number; of a time, its milliseconds. */
export type KeyPlace = { key: bigint; id: string };

/** From where a page goes on, and in which direction. `older`: on along the list, whatever its order; `newer`: back. */
export type Cursor<At = Place> = { towards: "older" | "newer"; from: At };

/** A page of a list, with the cursors of the pages beside it; null where there is none. */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** The longest that `writeCursor` writes, and more. */
export const MAX_CURSOR_LENGTH = 128;

/** A place as callers hand it back: opaque to them. */
function writeKeyCursor({ towards, from }: Cursor<KeyPlace>): string {
  return Buffer.from(`${towards} ${from.key} ${from.id}`).toString("base64url");
}

/** @throws AppError VALIDATION_ERROR for what `writeKeyCursor` never wrote */
export function readKeyCursor(text: string): Cursor<KeyPlace> {
  const [towards, key = "", id = ""] = Buffer.from(text, "base64url").toString("latin1").split(" ");
  const known = towards === "older" || towards === "newer";
  if (!known || !/^\d{1,14}$/.test(key) || !isUuid(id)) throw invalidField("cursor", "is not one that was given out");
  return { towards, from: { key: BigInt(key), id } };
}

/** The same of a list that goes by time. */
export function writeCursor({ towards, from }: Cursor): string {
  return writeKeyCursor({ towards, from: { key: BigInt(from.at.getTime()), id: from.id } });
}

/** @throws AppError VALIDATION_ERROR for what `writeCursor` never wrote */
export function readCursor(text: string): Cursor {
  const { towards, from } = readKeyCursor(text);
  return { towards, from: { at: new Date(Number(from.key)), id: from.id } };
}

type Walk<Row, At> = (towards: Cursor["towards"], from: At | null) => Promise<Row[]>;

/**
 * The page at a cursor; null: the newest. `walk` answers rows from a place (exclusive; null: from the end) in its
 * direction, nearest first, `size` and one more where there are any: the one more says whether there is another page.
 * Whoever comes back to the newest end gets the first page whole.
 */
export function keysetPage<Row>(
  cursor: Cursor | null,
  of: { size: number; placeOf: (row: Row) => Place },
  walk: Walk<Row, Place>,
): Promise<KeysetPage<Row>> {
  return pageAt(cursor, { ...of, write: writeCursor }, walk);
}

/** The same of a list in another order; null: its beginning. */
export function keyedPage<Row>(
  cursor: Cursor<KeyPlace> | null,
  of: { size: number; placeOf: (row: Row) => KeyPlace },
  walk: Walk<Row, KeyPlace>,
): Promise<KeysetPage<Row>> {
  return pageAt(cursor, { ...of, write: writeKeyCursor }, walk);
}

async function pageAt<Row, At>(
  cursor: Cursor<At> | null,
  of: { size: number; placeOf: (row: Row) => At; write: (cursor: Cursor<At>) => string },
  walk: Walk<Row, At>,
): Promise<KeysetPage<Row>> {
  const { size, placeOf, write } = of;
  const found = await walk(cursor?.towards ?? "older", cursor?.from ?? null);
  const isMore = found.length > size;
  if (cursor?.towards === "newer" && !isMore) return pageAt(null, of, walk);
  const rows = found.slice(0, size);
  if (cursor?.towards === "newer") rows.reverse();
  const edge = (row: Row | undefined, towards: Cursor["towards"], isThere: boolean) =>
    row !== undefined && isThere ? write({ towards, from: placeOf(row) }) : null;
  return {
    rows,
    newer: edge(rows[0], "newer", cursor !== null),
    older: edge(rows.at(-1), "older", cursor?.towards === "newer" || isMore),
  };
}
