import { type ComponentProps, type CSSProperties, Fragment, type HTMLAttributes, type ReactNode } from "react";
import { Icon } from "./icons";
import { Link } from "./link";
import s from "./table.module.css";
import ui from "./ui.module.css";

/** The corner of a cell in a phone's row of two lines; `below`: a third line; `only`: a cell that only phones show. */
type OnPhone = "title" | "end" | "line" | "lineEnd" | "below" | "only";

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
  phone?: OnPhone;
  /** `money` aligns decimals, `count` aligns whole numbers, `name` heads its row. */
  kind?: "money" | "count" | "name";
  muted?: boolean;
  /** Hidden below 70 rem, or, if `wide`, below 88 rem. A number: its turn in a list that has its own breakpoints. */
  drop?: "narrow" | "wide" | number;
  /** Of the head and the cells. */
  className?: string | undefined;
  sort?: Sorting;
};

type GroupSum = { count: ReactNode; sum: ReactNode };

/** The columns under the name of a group with a sum. */
const NAME_COLUMNS = 3;

type TableProps<Row> = {
  caption: ReactNode;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  className?: string | undefined;
  /** Rows have two lines: `SubLine` is the second one. */
  isTwoLined?: boolean;
  /** No list: a table within a chart or a row, with the look of `className` alone. */
  plain?: boolean;
  /** The list's breakpoints in table.module.css, by name. */
  breakpoints?: string;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & Record<`data-${string}`, string | undefined>;
  /** All columns stay, and a list that is narrower than this scrolls. */
  leastRem?: number;
  /** The heading of a group, above its first row; null: the row belongs to the group before. */
  group?: (row: Row, before: Row | undefined) => ReactNode;
  /** Texts of a group: beside its name, and at the end of the line. */
  groupSum?: (row: Row) => GroupSum;
  /** A row over the whole width under a row; null: none. */
  under?: (row: Row) => ReactNode;
  underClass?: string | undefined;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
};

/** A list whose columns are data. On a phone a row has two lines, and `phone` says which cell goes where. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, className, isTwoLined = false, plain = false, breakpoints, leastRem } = props;
  const { rowProps, group, groupSum, under, underClass, empty } = props;
  if (rows.length === 0 && empty !== undefined) return empty;
  const seen = columns.filter(({ phone }) => phone !== "only");
  const isWide = leastRem === undefined ? undefined : "";
  const table = (
    <table
      className={plain ? className : [s.table, isTwoLined && s.two, className].filter(Boolean).join(" ")}
      data-wide={isWide}
      style={leastRem === undefined ? undefined : ({ "--least": `${leastRem}rem` } as CSSProperties)}
    >
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
              {heading === null ? null : <GroupRow name={heading} sum={groupSum?.(row)} columns={seen} />}
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
    <div className={s.wrap} data-wide={isWide} data-columns={breakpoints}>
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
        <Link className={s.sort} href={sort.href}>
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
  const { cell, title, phone, kind, muted, headHidden, className } = column;
  const attributes = {
    className: [muted && ui.muted, className].filter(Boolean).join(" ") || undefined,
    title: title?.(row) ?? undefined,
    "data-on": phone === "only" ? "line" : phone,
    "data-phone": phone === "only" ? "" : undefined,
    "data-acts": headHidden ? "" : undefined,
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

/**
 * A row over all columns. It spans those that stay, and has an empty cell for each that goes: so none is invented. Its
 * content lies over these.
 */
function Whole({ columns, className, children }: WholeProps) {
  const { stay, empty } = spanOf(columns);
  return (
    <tr className={className}>
      <td colSpan={stay}>
        <div>{children}</div>
      </td>
      {empty}
    </tr>
  );
}

function spanOf(columns: readonly Dropping[]) {
  const dropped = columns.filter(({ drop }) => drop !== undefined);
  const empty = dropped.map((column, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cells are empty and never move
    <td key={index} {...droppedAt(column)} />
  ));
  return { stay: columns.length - dropped.length, empty };
}

type GroupProps = { name: ReactNode; sum: GroupSum | undefined; columns: readonly Dropping[] };

function GroupRow({ name, sum, columns }: GroupProps) {
  const { stay, empty } = spanOf(columns);
  return (
    <tr className={sum ? `${s.group} ${s.day}` : s.group}>
      <th colSpan={sum ? NAME_COLUMNS : stay} scope="rowgroup">
        <b>{name}</b>
        {sum ? <> · {sum.count}</> : null}
      </th>
      {empty}
      {sum ? (
        <td colSpan={stay - NAME_COLUMNS}>
          <span>{sum.sum}</span>
        </td>
      ) : null}
    </tr>
  );
}

/** The second line of a cell. */
export function SubLine(props: ComponentProps<"span">) {
  return <span className={s.sub} {...props} />;
}

/** The link of a row: the whole row is its target. */
export function RowLink(props: Omit<ComponentProps<typeof Link>, "className">) {
  return <Link className={s.row} {...props} />;
}
