import { boundNamed } from "../lib/bounds";

/** A file past this breaks off: as CSV it has some two million rows, and a shorter span of time gives two files. */
const MAX_BYTES = boundNamed("export").answerBytes;

/** Rows, and where the next ones begin; null: these are the last. */
export type ListBatch<Row, Cursor> = { rows: readonly Row[]; next: Cursor | null };

export type ListSource<Row, Cursor> = {
  /** What the file is called, without its ending: ASCII letters, digits and hyphens. */
  name: string;
  /** The rows after a cursor, in the page's order and by the page's filters. A keyset, so that depth costs nothing. */
  read: (after: Cursor | null) => Promise<ListBatch<Row, Cursor>>;
};

export type ListFormat<Row> = {
  /** `csv` */
  ending: string;
  contentType: string;
  /** A batch as text; `first`: with whatever the file begins with. */
  textOf: (rows: readonly Row[], first: boolean) => string;
};

/**
 * A list as a file, streamed: any length, with one batch in memory, and no faster than it is taken. The first batch is
 * read before there is an answer, so that what is refused is an error and not a file; a failure later breaks the transfer
 * off, so that nobody takes a part for the whole.
 * @throws whatever the first `read` throws
 */
export async function listResponse<Row, Cursor>(
  { name, read }: ListSource<Row, Cursor>,
  { ending, contentType, textOf }: ListFormat<Row>,
  maxBytes: number = MAX_BYTES,
): Promise<Response> {
  const encoder = new TextEncoder();
  let pending: ListBatch<Row, Cursor> | null = await read(null);
  let after: Cursor | null = null;
  let isFirst = true;
  let bytesLeft = maxBytes;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const batch = pending ?? (await read(after));
        pending = null;
        after = batch.next;
        const text = textOf(batch.rows, isFirst);
        isFirst = false;
        const bytes = encoder.encode(text);
        bytesLeft -= bytes.length;
        if (bytesLeft < 0) throw new Error(`The file ${name}.${ending} is longer than ${maxBytes} bytes.`);
        if (bytes.length > 0) controller.enqueue(bytes);
        if (after === null) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${name}.${ending}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
