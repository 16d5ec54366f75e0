import { boundNamed } from "../lib/bounds";

/**
 * The size limit of an export, about two million rows of CSV. A larger one is cut off; a shorter time range makes it
 * smaller.
 */
const MAX_BYTES = boundNamed("export").answerBytes;

/** Rows, and the cursor of the next ones; null: these are the last. */
type ListBatch<Row, Cursor> = { rows: readonly Row[]; next: Cursor | null };

export type ListSource<Row, Cursor> = {
  /** The file name without its extension: ASCII letters, digits and hyphens. */
  name: string;
  /** The rows after a cursor, in the order and with the filter of the page. By keyset, so that depth costs nothing. */
  read: (after: Cursor | null) => Promise<ListBatch<Row, Cursor>>;
};

export type ListFormat<Row> = {
  /** `csv` */
  ending: string;
  contentType: string;
  /** A batch as text; `first`: with the file's header. */
  textOf: (rows: readonly Row[], first: boolean) => string;
};

/**
 * Streams a list as a file of any length: one batch in memory, at the reader's speed. The first batch is read before
 * the response starts, so that its errors become an error response; a later error aborts the transfer, so that a part
 * isn't mistaken for the whole.
 * @throws the error of the first `read`
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
