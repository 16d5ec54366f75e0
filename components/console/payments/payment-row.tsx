import Link from "next/link";
import type { ReactNode } from "react";
import { Id } from "../../ui/copy-button";
import { Marked } from "../../ui/filter/marked";
import { Bank, Money, None, SampleTag, Status } from "../../ui/parts";
import s from "../../ui/table.module.css";
import { Time, type TimeFormat } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { formatDeliverySummary } from "../deliveries/delivery-labels";
import { formatPaymentStatus } from "../payment/payment-state";
import type { PaymentColumn } from "./payments-columns";
import { CHANNEL_LABELS, type PaymentsList } from "./payments-filter";

type Payment = PaymentsList["items"][number];

type Cell = {
  /** Its corner of the row on a phone; none: hidden there. */
  on?: "a" | "b" | "d";
  isNumber?: boolean;
  isMuted?: boolean;
  title?: string | undefined;
  content: ReactNode;
};

type RowProps = {
  payment: Payment;
  columns: readonly { id: PaymentColumn["id"]; drop: number | undefined }[];
  timeAs: TimeFormat;
  /** The typed search, which is marked. */
  search?: string | undefined;
};

/** A row of the list of payments. */
export function PaymentRow({ payment, columns, timeAs, search }: RowProps) {
  return (
    <tr>
      {columns.map(({ id, drop }) => {
        const { on, isNumber, isMuted, title, content } = CELLS[id](payment, timeAs, search);
        return (
          <td
            key={id}
            className={isMuted ? ui.muted : undefined}
            title={title}
            data-num={isNumber ? "" : undefined}
            data-on={on}
            data-order={drop}
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

const CELLS: Record<PaymentColumn["id"], (payment: Payment, timeAs: TimeFormat, search?: string) => Cell> = {
  created: ({ createdAt }, timeAs) => ({ isMuted: true, content: <Time at={createdAt} as={timeAs} /> }),
  amount: ({ decimal, currency }) => ({
    on: "b",
    isNumber: true,
    content: <Money decimal={decimal} currency={currency} />,
  }),
  status: (payment) => {
    const { tone, glyph, word } = formatPaymentStatus(payment);
    return {
      on: "d",
      content: (
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      ),
    };
  },
  reference: ({ id, paymentReference }, _timeAs, search) => ({
    on: "a",
    title: paymentReference,
    content: (
      <>
        <Link className={s.row} href={`/console/payments/${id}`} prefetch={false}>
          <Marked words={paymentReference} text={search} />
        </Link>{" "}
        <SampleTag id={id} />
      </>
    ),
  }),
  order: ({ orderId }, _timeAs, search) => ({
    isMuted: true,
    title: orderId,
    content: <Marked words={orderId} text={search} />,
  }),
  customer: ({ customerName }, _timeAs, search) => ({
    title: customerName ?? undefined,
    content: customerName ? <Marked words={customerName} text={search} /> : <None />,
  }),
  bank: ({ bankName }) => ({ content: bankName ? <Bank name={bankName} /> : <None /> }),
  channel: ({ flow }) => ({ isMuted: true, title: CHANNEL_LABELS[flow], content: CHANNEL_LABELS[flow] }),
  webhooks: ({ webhooks }) => {
    const status = formatDeliverySummary(webhooks);
    if (status === null) return { content: <None /> };
    const { tone, glyph, word, title } = status;
    // Delivered is the normal state: muted, so that exceptions are visible.
    if (webhooks.state === "delivered") return { isMuted: true, title, content: word };
    return {
      title,
      content: (
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      ),
    };
  },
  // The end of the ID: IDs begin with their time, so those of one day begin alike.
  id: ({ id }) => ({ content: <Id value={id} label="payment ID" shown={-8} /> }),
};
