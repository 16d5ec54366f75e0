import Link from "next/link";
import type { ReactNode } from "react";
import { Id } from "./copy-button";
import { Bank, Money, Status } from "./parts";
import type { PaymentColumn } from "./payments-columns";
import { FLOW_WORDS, type PaymentsList } from "./payments-filter";
import { paymentStatus, toldStatus } from "./status-words";
import s from "./table.module.css";
import { Time, type TimeFormat } from "./time";
import ui from "./ui.module.css";

type Payment = PaymentsList["items"][number];

type Cell = {
  /** Where the row has it on a phone; nothing: not there. */
  on?: "a" | "b" | "d";
  isNumber?: boolean;
  isMuted?: boolean;
  title?: string | undefined;
  content: ReactNode;
};

type RowProps = {
  payment: Payment;
  columns: readonly { id: PaymentColumn["id"]; drop: string | undefined }[];
  timeAs: TimeFormat;
};

/** A line of the list of payments, with the columns that it has. */
export function PaymentRow({ payment, columns, timeAs }: RowProps) {
  return (
    <tr>
      {columns.map(({ id, drop }) => {
        const { on, isNumber, isMuted, title, content } = CELLS[id](payment, timeAs);
        return (
          <td
            key={id}
            className={isMuted ? ui.muted : undefined}
            title={title}
            data-num={isNumber ? "" : undefined}
            data-on={on}
            data-drop={drop}
          >
            {content}
          </td>
        );
      })}
      <td data-on="c" data-phone="">
        <Time at={payment.createdAt} as={timeAs === "seconds" ? "clock" : timeAs} />
        {payment.bankName ? `, ${payment.bankName}` : ""}
      </td>
    </tr>
  );
}

const none = (words: string) => <span className={ui.dim}>{words}</span>;

const CELLS: Record<PaymentColumn["id"], (payment: Payment, timeAs: TimeFormat) => Cell> = {
  created: ({ createdAt }, timeAs) => ({ isMuted: true, content: <Time at={createdAt} as={timeAs} /> }),
  amount: ({ decimal, currency }) => ({
    on: "b",
    isNumber: true,
    content: <Money decimal={decimal} currency={currency} />,
  }),
  status: (payment) => {
    const { tone, glyph, word } = paymentStatus({ ...payment, initiated: payment.initiatedAt !== null });
    return {
      on: "d",
      content: (
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      ),
    };
  },
  reference: ({ id, paymentReference }) => ({
    on: "a",
    title: paymentReference,
    content: (
      <Link className={s.row} href={`/console/payments/${id}`} prefetch={false}>
        {paymentReference}
      </Link>
    ),
  }),
  order: ({ orderId }) => ({ isMuted: true, title: orderId, content: orderId }),
  shopper: ({ customerName }) => ({ title: customerName ?? undefined, content: customerName ?? none("not given") }),
  bank: ({ bankName }) => ({ content: bankName ? <Bank name={bankName} /> : none("none yet") }),
  through: ({ flow }) => ({ isMuted: true, title: FLOW_WORDS[flow], content: FLOW_WORDS[flow] }),
  webhooks: ({ told }) => {
    const status = toldStatus(told);
    if (status === null) return { content: none("none") };
    const { tone, glyph, word, title } = status;
    // What went as it should is quiet, so that the rest is seen.
    if (told.state === "delivered") return { isMuted: true, title, content: word };
    return {
      title,
      content: (
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      ),
    };
  },
  // The last group: ids begin with their time, and those of one day look alike.
  id: ({ id }) => ({ content: <Id value={id} label="payment id" shown={-8} /> }),
};
