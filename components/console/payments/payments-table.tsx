"use client";

import type { CSSProperties } from "react";
import s from "../../ui/table.module.css";
import ui from "../../ui/ui.module.css";
import type { PaymentDay } from "./payment-days";
import { PaymentRow } from "./payment-row";
import { type PaymentColumn, REFERENCE_REM, USUAL_PAYMENT_COLUMNS } from "./payments-columns";
import type { PaymentsList } from "./payments-filter";

/** Width of a time without a date, for rows under a day. */
const CLOCK_REM = 4.5;
/** Number of first columns that are never hidden: the day's name spans them. */
const DAY_NAME_COLUMNS = 3;

type TableProps = {
  payments: PaymentsList["items"];
  /** The same payments grouped by days. */
  days?: readonly PaymentDay[];
  /** Columns that the user has chosen: all are shown, and a table that is too wide scrolls. Null: the usual ones. */
  chosen?: readonly PaymentColumn[] | null;
  /** The typed search, which is marked. */
  search?: string | undefined;
};

/** Payments, newest first. */
export function PaymentTable({ payments, days, chosen = null, search }: TableProps) {
  const columns = chosen ?? USUAL_PAYMENT_COLUMNS;
  const shown = columns.map((column) => ({
    id: column.id,
    head: column.head,
    widthRem: column.id === "created" && days ? CLOCK_REM : column.widthRem,
    drop: chosen === null && "drop" in column ? column.drop : undefined,
  }));
  const leastRem = shown.reduce((sum, { widthRem }) => sum + (widthRem ?? REFERENCE_REM), 0);
  const isWide = chosen === null ? undefined : "";
  return (
    <div
      className={s.wrap}
      data-wide={isWide}
      data-columns={chosen !== null ? undefined : days ? "payments" : "latest"}
    >
      <table className={s.table} data-wide={isWide} style={{ "--least": `${leastRem}rem` } as CSSProperties}>
        <caption className={ui.hidden}>Payments, newest first</caption>
        <colgroup>
          {shown.map(({ id, widthRem, drop }) => (
            <col key={id} data-order={drop} style={widthRem === null ? undefined : { width: `${widthRem}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {shown.map(({ id, head, drop }) => (
              <th
                key={id}
                scope="col"
                aria-sort={id === "created" ? "descending" : undefined}
                data-num={id === "amount" ? "" : undefined}
                data-order={drop}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {days ? (
          days.map((day) => (
            <tbody key={day.name}>
              <DayRow day={day} columns={shown} />
              {day.payments.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} columns={shown} timeAs="seconds" search={search} />
              ))}
            </tbody>
          ))
        ) : (
          <tbody>
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} columns={shown} timeAs="full" />
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}

type Columns = readonly { id: string; drop: number | undefined }[];

/** The heading of a day: one cell per visible column, because empty cells are hidden with their columns. */
function DayRow({ day: { name, count, completed }, columns }: { day: PaymentDay; columns: Columns }) {
  const dropped = columns.filter(({ drop }) => drop !== undefined);
  const rest = columns.length - dropped.length - DAY_NAME_COLUMNS;
  return (
    <tr className={`${s.group} ${s.day}`}>
      <th colSpan={DAY_NAME_COLUMNS} scope="rowgroup">
        <b>{name}</b> · {count}
      </th>
      {dropped.map(({ id, drop }) => (
        <td key={id} data-order={drop} />
      ))}
      <td colSpan={rest}>
        <span>{completed}</span>
      </td>
    </tr>
  );
}
