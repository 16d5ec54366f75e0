import { invalidField } from "./errors";
import { isUuid } from "./ids";

/** The key of a row in a list that is ordered by time, newest first. */
export type TimeKey = { at: Date; id: string };

/** The key of a row in a list of any order. `key`: a whole number; for a time, in milliseconds. */
export type RowKey = { key: bigint; id: string };

/** Continues after a row. `older`: forward in the list's order; `newer`: backward. */
export type Cursor<At = TimeKey> = { towards: "older" | "newer"; from: At };

/** A page of a list, with the cursors of the adjacent pages; null where there is none. */
export type KeysetPage<Row> = { rows: Row[]; newer: string | null; older: string | null };

/** A number of rows; `orMore`: counting stopped there, because a count costs as much as it counts. */
export type Counted = { count: number; orMore: boolean };

/** Above the longest text of `writeCursor`. */
export const MAX_CURSOR_LENGTH = 128;

/** A cursor as text, opaque to callers. */
function writeKeyCursor({ towards, from }: Cursor<RowKey>): string {
  return Buffer.from(`${towards} ${from.key} ${from.id}`).toString("base64url");
}

/** @throws AppError VALIDATION_ERROR for a text that is not from `writeKeyCursor` */
export function readKeyCursor(text: string): Cursor<RowKey> {
  const [towards, key = "", id = ""] = Buffer.from(text, "base64url").toString("latin1").split(" ");
  const known = towards === "older" || towards === "newer";
  if (!known || !/^\d{1,14}$/.test(key) || !isUuid(id))
    throw invalidField("cursor", "is not a cursor from an earlier answer");
  return { towards, from: { key: BigInt(key), id } };
}

/** The same for a list ordered by time. */
export function writeCursor({ towards, from }: Cursor): string {
  return writeKeyCursor({ towards, from: { key: BigInt(from.at.getTime()), id: from.id } });
}

/** @throws AppError VALIDATION_ERROR for a text that is not from `writeCursor` */
export function readCursor(text: string): Cursor {
  const { towards, from } = readKeyCursor(text);
  return { towards, from: { at: new Date(Number(from.key)), id: from.id } };
}

type ReadPage<Row, At> = (towards: Cursor["towards"], from: At | null) => Promise<Row[]>;

/**
 * The page at a cursor; null: the newest. `readPage` reads rows after a key (exclusive; null: from the end) in its
 * direction, nearest first, up to `size` + 1: the extra row shows that there is another page. A page that reaches the
 * newest end is replaced by the full first page.
 */
export function keysetPage<Row>(
  cursor: Cursor | null,
  of: { size: number; keyOf: (row: Row) => TimeKey },
  readPage: ReadPage<Row, TimeKey>,
): Promise<KeysetPage<Row>> {
  return pageAt(cursor, { ...of, write: writeCursor }, readPage);
}

/** The same for a list in another order; null: its beginning. */
export function keyedPage<Row>(
  cursor: Cursor<RowKey> | null,
  of: { size: number; keyOf: (row: Row) => RowKey },
  readPage: ReadPage<Row, RowKey>,
): Promise<KeysetPage<Row>> {
  return pageAt(cursor, { ...of, write: writeKeyCursor }, readPage);
}

async function pageAt<Row, At>(
  cursor: Cursor<At> | null,
  of: { size: number; keyOf: (row: Row) => At; write: (cursor: Cursor<At>) => string },
  readPage: ReadPage<Row, At>,
): Promise<KeysetPage<Row>> {
  const { size, keyOf, write } = of;
  const found = await readPage(cursor?.towards ?? "older", cursor?.from ?? null);
  const isMore = found.length > size;
  if (cursor?.towards === "newer" && !isMore) return pageAt(null, of, readPage);
  const rows = found.slice(0, size);
  if (cursor?.towards === "newer") rows.reverse();
  const edge = (row: Row | undefined, towards: Cursor["towards"], isThere: boolean) =>
    row !== undefined && isThere ? write({ towards, from: keyOf(row) }) : null;
  return {
    rows,
    newer: edge(rows[0], "newer", cursor !== null),
    older: edge(rows.at(-1), "older", cursor?.towards === "newer" || isMore),
  };
}

/**
 * The rows after a cursor, up to `size`, for an export; null: from the newest. `next` null: these were the last.
 * @throws AppError VALIDATION_ERROR for a text that is not from `writeCursor`
 */
export async function keysetBatch<Row>(
  after: string | null,
  { size, keyOf }: { size: number; keyOf: (row: Row) => TimeKey },
  readRows: (from: TimeKey | null) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> {
  const rows = await readRows(after === null ? null : readCursor(after).from);
  const last = rows.length < size ? undefined : rows.at(-1);
  return { rows, next: last ? writeCursor({ towards: "older", from: keyOf(last) }) : null };
}

/** Counts that ended at `most` + 1, each cut to `most`. */
export function countedTo<K extends string>(
  most: number,
  found: Readonly<Record<K, number | bigint>>,
): Record<K, Counted> {
  const counts = Object.entries<number | bigint>(found).map(([name, count]) => {
    return [name, { count: Math.min(Number(count), most), orMore: count > most }];
  });
  return Object.fromEntries(counts) as Record<K, Counted>;
}
