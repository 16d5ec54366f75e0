"use client";

import Link from "next/link";
import { Id } from "./copy-button";
import { Bank, Money, Status } from "./parts";
import { PAYMENT_HEADS, type PaymentsList } from "./payments-filter";
import { paymentStatus } from "./status-words";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Payment = PaymentsList["items"][number];

/** Columns that a narrow window has no room for, and one that even a wide one can miss. */
const DROPPED: Record<string, string> = { Order: "", Id: "", Shopper: "wide" };

export function PaymentTable({ payments }: { payments: readonly Payment[] }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Payments, newest first</caption>
        <colgroup>
          <col style={{ width: "7.5rem" }} />
          <col style={{ width: "8.5rem" }} />
          <col style={{ width: "8.5rem" }} />
          <col />
          <col data-drop="" style={{ width: "8rem" }} />
          <col data-drop="wide" style={{ width: "9rem" }} />
          <col style={{ width: "10.5rem" }} />
          <col data-drop="" style={{ width: "7.25rem" }} />
        </colgroup>
        <thead>
          <tr>
            {PAYMENT_HEADS.map((head) => (
              <th
                key={head}
                scope="col"
                aria-sort={head === "Created" ? "descending" : undefined}
                data-num={head === "Amount" ? "" : undefined}
                data-drop={DROPPED[head]}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { tone, glyph, word } = paymentStatus({ ...payment, initiated: payment.initiatedAt !== null });
  return (
    <tr>
      <td className={ui.muted}>
        <Time at={payment.createdAt} />
      </td>
      <td data-num="" data-on="b">
        <Money decimal={payment.decimal} currency={payment.currency} />
      </td>
      <td data-on="d">
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      </td>
      <td data-on="a" title={payment.paymentReference}>
        <Link className={s.row} href={`/console/payments/${payment.id}`} prefetch={false}>
          {payment.paymentReference}
        </Link>
      </td>
      <td className={ui.muted} title={payment.orderId} data-drop="">
        {payment.orderId}
      </td>
      <td title={payment.customerName ?? undefined} data-drop="wide">
        {payment.customerName ?? <span className={ui.dim}>not given</span>}
      </td>
      <td>{payment.bankName ? <Bank name={payment.bankName} /> : <span className={ui.dim}>none yet</span>}</td>
      <td data-drop="">
        {/* The last group: ids begin with their time, and those of one day look alike. */}
        <Id value={payment.id} label="payment id" shown={-8} />
      </td>
      <td data-on="c" data-phone="">
        <Time at={payment.createdAt} />
        {payment.bankName ? `, ${payment.bankName}` : ""}
      </td>
    </tr>
  );
}
