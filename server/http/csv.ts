import { stringify } from "csv-stringify/sync";
import { type ListSource, listResponse } from "./list-stream";

/** What a cell may hold. A decimal amount is text, so that no digit is lost: `"-25.50"`. Times leave in UTC, ISO 8601. */
export type CsvCell = string | number | bigint | boolean | Date | null;

export type CsvColumn<Row> = { header: string; cell: (row: Row) => CsvCell };

export type CsvSource<Row, Cursor> = ListSource<Row, Cursor> & { columns: readonly CsvColumn<Row>[] };

/** How many rows a `read` should answer: few enough to hold, many enough that the database is asked seldom. */
export const CSV_BATCH_ROWS = 500;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Where a program that cuts at something else than a comma would see a cell begin, and in it a formula. */
const INNER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** White space in front of a formula, which some programs take off. */
const PADDED_FORMULA = /^\s+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/;

/** Text as a spreadsheet may take it: what could be read as a formula gets an apostrophe; a number is none. */
function safeText(text: string) {
  if (PLAIN_NUMBER.test(text)) return { value: text, escape_formulas: false };
  return text.replace(PADDED_FORMULA, "'$&").replace(INNER_FORMULA, "$1'");
}

function textOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], first: boolean): string {
  const records = rows.map((row) => columns.map(({ cell }) => cell(row)));
  return stringify(records, {
    columns: columns.map(({ header }, index) => ({ key: String(index), header })),
    header: first,
    bom: first,
    record_delimiter: "\r\n",
    escape_formulas: true,
    quoted_match: /[;\t\r\n]/,
    cast: {
      string: safeText,
      boolean: (value) => (value ? "yes" : "no"),
      date: (value) => value.toISOString(),
    },
  });
}

/**
 * A list as CSV (RFC 4180, UTF-8 with its mark, so that spreadsheets read it as such), streamed by `listResponse`. What a
 * spreadsheet would run as a formula is made text (OWASP, CSV Injection). Lists of the Console go through
 * `app/console/export-list.ts`, which asks who may take them.
 * @throws whatever the first `read` throws
 */
export function csvResponse<Row, Cursor>({ columns, ...source }: CsvSource<Row, Cursor>): Promise<Response> {
  return listResponse(source, {
    ending: "csv",
    contentType: "text/csv; charset=utf-8; header=present",
    textOf: (rows, first) => textOf(columns, rows, first),
  });
}
