"use client";

import type { CSSProperties } from "react";
import type { PaymentDay } from "./payment-days";
import { PaymentRow } from "./payment-row";
import { type PaymentColumn, USUAL_PAYMENT_COLUMNS } from "./payments-columns";
import type { PaymentsList } from "./payments-filter";
import s from "./table.module.css";
import ui from "./ui.module.css";

/** The least that a reference is readable in. */
const REFERENCE_REM = 9;
/** Of a time alone, where its day stands above it. */
const CLOCK_REM = 5;

type TableProps = {
  payments: PaymentsList["items"];
  /** The same by their days, where they are shown under these. */
  days?: readonly PaymentDay[];
  /** What the reader has chosen is all there, and a table too wide for its window scrolls. Null: as they come. */
  chosen?: readonly PaymentColumn[] | null;
};

/** Payments, newest first. */
export function PaymentTable({ payments, days, chosen = null }: TableProps) {
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
    <div className={s.wrap} data-wide={isWide}>
      <table className={s.table} data-wide={isWide} style={{ "--least": `${leastRem}rem` } as CSSProperties}>
        <caption className={ui.hidden}>Payments, newest first</caption>
        <colgroup>
          {shown.map(({ id, widthRem, drop }) => (
            <col key={id} data-drop={drop} style={widthRem === null ? undefined : { width: `${widthRem}rem` }} />
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
                data-drop={drop}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {days ? (
          days.map((day) => (
            <tbody key={day.name}>
              <DayRow day={day} columns={shown.length} />
              {day.payments.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} columns={shown} timeAs="seconds" />
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

function DayRow({ day: { name, count, completed }, columns }: { day: PaymentDay; columns: number }) {
  return (
    <tr className={`${s.group} ${s.day}`}>
      <th colSpan={columns} scope="rowgroup">
        <b>{name}</b> · {count}
        {completed === null ? null : <span>{completed}</span>}
      </th>
    </tr>
  );
}
