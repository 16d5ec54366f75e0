import Link from "next/link";
import { type ComponentProps, Fragment, type HTMLAttributes, type ReactNode } from "react";
import { Icon } from "./icons";
import s from "./table.module.css";
import ui from "./ui.module.css";

/** The place of a cell in a phone's row of two lines; `below`: a third line; `only`: a cell that only phones show. */
const PLACES = { title: "a", end: "b", line: "c", lineEnd: "d", below: "e" } as const;

export type Sorting = { direction: "ascending" | "descending" | "none"; href?: string };

export type Column<Row> = {
  head: string;
  /** The head is for screen readers: a column of buttons. */
  headHidden?: boolean;
  /** With its padding. Without a width: the rest of the table. */
  width?: string | undefined;
  cell: (row: Row) => ReactNode;
  /** The whole of a cell that may be cut. */
  title?: (row: Row) => string | null | undefined;
  /** Phones hide a column without a place. */
  phone?: keyof typeof PLACES | "only";
  /** `money` aligns decimals, `count` aligns whole numbers, `name` heads its row. */
  kind?: "money" | "count" | "name";
  muted?: boolean;
  /** Hidden below 70 rem, or, if `wide`, below 88 rem. A number: its turn in a list that has its own breakpoints. */
  drop?: "narrow" | "wide" | number;
  /** Of the head and the cells. */
  className?: string | undefined;
  sort?: Sorting;
};

type TableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  className?: string | undefined;
  /** No list: a table within a chart or a row, with the look of `className` alone. */
  plain?: boolean;
  /** The list's breakpoints in table.module.css, by name. */
  breakpoints?: string;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, string | undefined>;
  /** The heading of a group, above its first row; null: the row belongs to the group before. */
  group?: (row: Row, before: Row | undefined) => ReactNode;
  /** A row over the whole width under a row; null: none. */
  under?: (row: Row) => ReactNode;
  underClass?: string | undefined;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
};

/** A list whose columns are data. On a phone a row has two lines, and `phone` says which cell goes where. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    keyOf,
    className,
    plain = false,
    breakpoints,
    rowProps,
    group,
    under,
    underClass,
    empty,
  } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  const seen = columns.filter(({ phone }) => phone !== "only");
  const table = (
    <table className={plain ? className : [s.table, className].filter(Boolean).join(" ")}>
      <caption className={ui.hidden}>{caption}</caption>
      <colgroup>
        {seen.map((column) => (
          <col key={column.head} {...droppedAt(column)} style={column.width ? { width: column.width } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {seen.map((column) => (
            <Head key={column.head} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const heading = group?.(row, rows[index - 1]) ?? null;
          const more = under?.(row) ?? null;
          return (
            <Fragment key={keyOf(row)}>
              {heading === null ? null : (
                <Whole className={s.group} columns={seen}>
                  <b>{heading}</b>
                </Whole>
              )}
              <tr {...rowProps?.(row)}>
                {columns.map((column) => (
                  <Cell key={column.head} column={column} row={row} />
                ))}
              </tr>
              {more === null ? null : (
                <Whole className={`${s.why} ${underClass ?? ui.muted}`} columns={seen}>
                  {more}
                </Whole>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
  return plain ? (
    table
  ) : (
    <div className={s.wrap} data-columns={breakpoints}>
      {table}
    </div>
  );
}

type Dropping = Pick<Column<never>, "drop">;

function droppedAt({ drop }: Dropping) {
  if (drop === undefined) return {};
  return typeof drop === "number" ? { "data-order": drop } : { "data-drop": drop === "wide" ? "wide" : "" };
}

function alignedAs(kind: Column<never>["kind"]) {
  return kind === "money" ? { "data-num": "" } : kind === "count" ? { "data-count": "" } : {};
}

function Head<Row>({ column }: { column: Column<Row> }) {
  const { head, headHidden, kind, sort, className } = column;
  const words = headHidden ? <span className={ui.hidden}>{head}</span> : head;
  const direction = sort?.direction;
  return (
    <th scope="col" className={className} aria-sort={direction} {...droppedAt(column)} {...alignedAs(kind)}>
      {sort?.href ? (
        <Link className={s.sort} href={sort.href} prefetch={false}>
          {words}
          {direction === "none" ? null : <Icon name={direction === "ascending" ? "up" : "down"} />}
        </Link>
      ) : (
        words
      )}
    </th>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { cell, title, phone, kind, muted, className } = column;
  const attributes = {
    className: [muted && ui.muted, className].filter(Boolean).join(" ") || undefined,
    title: title?.(row) ?? undefined,
    "data-on": phone === "only" ? PLACES.line : phone && PLACES[phone],
    "data-phone": phone === "only" ? "" : undefined,
    ...droppedAt(column),
    ...alignedAs(kind),
  };
  return kind === "name" ? (
    <th scope="row" {...attributes}>
      {cell(row)}
    </th>
  ) : (
    <td {...attributes}>{cell(row)}</td>
  );
}

type WholeProps = { columns: readonly Dropping[]; className: string | undefined; children: ReactNode };

/** A row over all columns. It spans those that stay, and has an empty cell for each that goes: so none is invented. */
function Whole({ columns, className, children }: WholeProps) {
  const dropped = columns.filter(({ drop }) => drop !== undefined);
  return (
    <tr className={className}>
      <td colSpan={columns.length - dropped.length}>{children}</td>
      {dropped.map((column, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells are empty and never move
        <td key={index} {...droppedAt(column)} />
      ))}
    </tr>
  );
}

/** The link of a row: the whole row is its target. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link className={className ? `${s.row} ${className}` : s.row} {...rest} />;
}
