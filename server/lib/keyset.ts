import { Prisma } from "./db";
import { invalidField } from "./errors";
import { isUuid } from "./ids";

/** The key of a row in a list that is ordered by time, newest first. */
export type TimeKey = { at: Date; id: string };

/** The key of a row in a list of any order. `key`: a whole number; for a time, in milliseconds. */
export type RowKey = { key: bigint; id: string };

/** Continues after a row. `older`: forward in the list's order; `newer`: backward. */
export type Cursor<Key = TimeKey> = { towards: "older" | "newer"; from: Key };

/** A page of up to `limit` rows. `cursor`: from another page; without one, the first page. */
export type PageRequest = { cursor?: string | undefined; limit: number };

/** The rows to read for a page. `from` is exclusive; null: from the end. */
export type PageQuery<Key = TimeKey> = { towards: Cursor["towards"]; from: Key | null; limit: number };

/** Of the adjacent pages; null where there is none. */
export type PageCursors = { newer: string | null; older: string | null };

export type KeysetPage<Row> = PageCursors & { rows: Row[] };

/** A number of rows; `orMore`: counting stopped there, because a count costs as much as it counts. */
export type Counted = { count: number; orMore: boolean };

/** Above the longest text of `writeCursor`. */
export const MAX_CURSOR_LENGTH = 128;

/** A cursor as text, opaque to callers. */
function writeKeyCursor({ towards, from }: Cursor<RowKey>): string {
  return Buffer.from(`${towards} ${from.key} ${from.id}`).toString("base64url");
}

/** @throws AppError VALIDATION_ERROR for a text that is not from `writeKeyCursor` */
function readKeyCursor(text: string): Cursor<RowKey> {
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

/**
 * A page of a list ordered by time, newest first. `readRows` reads up to `limit` rows after a key (exclusive; null: from
 * the end) in its direction, nearest first. It is called with one row more than the page has: that row shows that there
 * is another page. A page that reaches the newest end is replaced by the full first page.
 * @throws AppError VALIDATION_ERROR for an unknown cursor
 */
export function keysetPage<Row>(
  page: PageRequest,
  keyOf: (row: Row) => TimeKey,
  readRows: (query: PageQuery) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  return pageAt(page, { keyOf, read: readCursor, write: writeCursor }, readRows);
}

/** The same for a list in another order. */
export function keyedPage<Row>(
  page: PageRequest,
  keyOf: (row: Row) => RowKey,
  readRows: (query: PageQuery<RowKey>) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  return pageAt(page, { keyOf, read: readKeyCursor, write: writeKeyCursor }, readRows);
}

async function pageAt<Row, Key>(
  { cursor: text, limit }: PageRequest,
  of: { keyOf: (row: Row) => Key; read: (text: string) => Cursor<Key>; write: (cursor: Cursor<Key>) => string },
  readRows: (query: PageQuery<Key>) => Promise<Row[]>,
): Promise<KeysetPage<Row>> {
  const { towards, from } = text === undefined ? { towards: "older" as const, from: null } : of.read(text);
  const found = await readRows({ towards, from, limit: limit + 1 });
  const isMore = found.length > limit;
  if (towards === "newer" && !isMore) return pageAt({ limit }, of, readRows);
  const rows = found.slice(0, limit);
  if (towards === "newer") rows.reverse();
  const edge = (row: Row | undefined, side: Cursor["towards"], isThere: boolean) =>
    row !== undefined && isThere ? of.write({ towards: side, from: of.keyOf(row) }) : null;
  return {
    rows,
    newer: edge(rows[0], "newer", from !== null),
    older: edge(rows.at(-1), "older", towards === "newer" || isMore),
  };
}

/** The columns of a `TimeKey`. */
type KeyColumns = { at: Prisma.Sql; id: Prisma.Sql };

/** SQL of the order in which the rows of a page are read. `any`: the cheapest. */
export function keysetOrder({ at, id }: KeyColumns, towards: Cursor["towards"] | "any"): Prisma.Sql {
  if (towards === "any") return Prisma.empty;
  return towards === "older" ? Prisma.sql`ORDER BY ${at} DESC, ${id} DESC` : Prisma.sql`ORDER BY ${at}, ${id}`;
}

/** SQL condition: the row is after the page's cursor. None without a cursor. */
export function afterCursor(
  { at, id }: KeyColumns,
  { towards, from }: { towards: Cursor["towards"] | "any"; from: TimeKey | null },
): Prisma.Sql[] {
  if (from === null) return [];
  const beyond = towards === "newer" ? Prisma.sql`>` : Prisma.sql`<`;
  return [Prisma.sql`(${at}, ${id}) ${beyond} (${from.at}::timestamptz, ${from.id}::uuid)`];
}

/**
 * SQL of the distinct values of a column, in their order: by steps through an index that begins with the columns of
 * `where` and this one, from one value to the next. `column` and `table` become SQL as they are.
 */
export function distinctStepsSql(column: string, table: string, where: Prisma.Sql): Prisma.Sql {
  const name = Prisma.raw(column);
  const next = (after: Prisma.Sql) => Prisma.sql`
    SELECT ${name} FROM ${Prisma.raw(table)} WHERE ${where} ${after} ORDER BY ${name} LIMIT 1`;
  return Prisma.sql`
    WITH RECURSIVE used (${name}) AS (
      (${next(Prisma.empty)})
      UNION ALL
      SELECT step.${name} FROM used CROSS JOIN LATERAL (${next(Prisma.sql`AND ${name} > used.${name}`)}) AS step)
    SELECT ${name} FROM used`;
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
