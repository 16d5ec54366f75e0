import { stringify } from "csv-stringify/sync";
import { type ListSource, listResponse } from "./list-stream";

/** The value of a cell. A decimal amount is text, so that no digit is lost: `"-25.50"`. Times are in UTC, ISO 8601. */
export type CsvCell = string | number | bigint | boolean | Date | null;

export type CsvColumn<Row> = { header: string; cell: (row: Row) => CsvCell };

export type CsvSource<Row, Cursor> = ListSource<Row, Cursor> & { columns: readonly CsvColumn<Row>[] };

/** Rows per `read`: bounds memory and the number of queries. */
export const CSV_BATCH_ROWS = 500;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
/** A formula after another possible separator than the comma, which some programs would read as a new cell. */
const INNER_FORMULA = /([;\t\r\n]\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** White space and invisible characters before a formula, which some programs remove. */
const PADDED_FORMULA = /^[\s\p{C}]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** Prefixes text that a spreadsheet could read as a formula with an apostrophe; numbers are unchanged. */
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
 * A list as CSV (RFC 4180, UTF-8 with a byte order mark, which spreadsheets need), streamed by `listResponse`. Formulas
 * are turned into text (OWASP, CSV Injection). Console lists use `app/console/export-list.ts`, which checks
 * permissions.
 * @throws the error of the first `read`
 */
export function csvResponse<Row, Cursor>({ columns, ...source }: CsvSource<Row, Cursor>): Promise<Response> {
  return listResponse(source, {
    ending: "csv",
    contentType: "text/csv; charset=utf-8; header=present",
    textOf: (rows, first) => textOf(columns, rows, first),
  });
}
