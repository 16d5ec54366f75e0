import type { ReactNode } from "react";
import { OpenLink } from "../../ui/beside/beside";
import { Id } from "../../ui/copy-button";
import { Marked } from "../../ui/filter/marked";
import { groupDigits } from "../../ui/money";
import { Bank, Money, None, StatusOf } from "../../ui/parts";
import { isSample, SAMPLE_NOTE, Tagged } from "../../ui/sample";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time, type TimeFormat } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { Changing } from "../../ui/waiting-rows";
import { formatDeliverySummary } from "../deliveries/delivery-labels";
import { formatPaymentStatus } from "../payment/payment-state";
import type { PaymentDay } from "./payment-days";
import { paymentPath } from "./payment-path";
import { LATEST_PAYMENT_COLUMNS, type PaymentColumn, SHARE_REM, USUAL_PAYMENT_COLUMNS } from "./payments-columns";
import { CHANNEL_LABELS, type PaymentsList } from "./payments-filter";

type Payment = PaymentsList["items"][number];

/** Width of a time without a date, for rows under a day. */
const CLOCK_REM = 4;

type TableProps = {
  payments: PaymentsList["items"];
  /** The same payments grouped by days. */
  days?: readonly PaymentDay[];
  /** Columns that the user has chosen: all are shown, and a table that is too wide scrolls. Null: the usual ones. */
  chosen?: readonly PaymentColumn[] | null;
  /** The typed search, which is marked. */
  search?: string | undefined;
  /** The address of the list with a payment open beside it, and the one that is; without it a row leads to its page. */
  beside?: { hrefOf: (id: string) => string; open: string | undefined } | undefined;
  /** All are of one customer, whom the page names: a part of that page, whose columns share its width. */
  ofOneCustomer?: boolean;
};

/** Payments, newest first. */
export function PaymentTable({ payments, days, chosen = null, search, beside, ofOneCustomer = false }: TableProps) {
  const timeAs = days ? "clock" : "full";
  const shown = (chosen ?? (days ? USUAL_PAYMENT_COLUMNS : LATEST_PAYMENT_COLUMNS)).map((column) => ({
    ...column,
    rem: column.id === "created" && days ? CLOCK_REM : column.widthRem,
  }));
  const columns = shown.map(
    (column): Column<Payment> => ({
      head: column.head,
      width: column.rem === null ? undefined : `${column.rem}rem`,
      ...(chosen === null && "drop" in column ? { drop: column.drop } : {}),
      ...CELLS[column.id]({ timeAs, search, beside, ofOneCustomer }),
    }),
  );
  const dayOf = new Map(days?.map((day) => [day.payments[0]?.id, day]));
  return (
    <Table
      caption="Payments, newest first"
      columns={[...columns, phoneLine(timeAs, ofOneCustomer)]}
      rows={payments}
      keyOf={({ id }) => id}
      group={({ id }) => dayOf.get(id)?.name ?? null}
      groupSum={({ id }) => ({ count: dayOf.get(id)?.count, sum: dayOf.get(id)?.completed })}
      {...(chosen === null && { breakpoints: days ? "payments" : "latest" })}
      {...(chosen && !ofOneCustomer && { leastRem: shown.reduce((sum, { rem }) => sum + (rem ?? SHARE_REM), 0) })}
    />
  );
}

function PaymentLink({ id, beside, children }: { id: string; beside: TableProps["beside"]; children: ReactNode }) {
  const page = paymentPath(id);
  return beside ? (
    <OpenLink href={beside.hrefOf(id)} isOpen={id === beside.open} page={page}>
      {children}
    </OpenLink>
  ) : (
    <RowLink href={page}>{children}</RowLink>
  );
}

/** The second line of a row on a phone. The first has the customer, or the reference where no customer is known or the page is of one. */
function phoneLine(timeAs: TimeFormat, ofOneCustomer: boolean): Column<Payment> {
  return {
    head: "Time, bank and reference",
    phone: "only",
    cell: ({ createdAt, customerName, bankName, paymentReference }) => (
      <>
        <Time at={createdAt} as={timeAs} />
        {bankName ? `, ${bankName}` : ""}
        {customerName && !ofOneCustomer ? ` · ${paymentReference}` : ""}
      </>
    ),
  };
}

type Cell = Omit<Column<Payment>, "head" | "width" | "drop">;

function StatusCell(payment: Payment) {
  const label = formatPaymentStatus(payment);
  return (
    <Changing value={label.word}>
      <StatusOf label={label} />
    </Changing>
  );
}

type Shown = Pick<TableProps, "search" | "beside" | "ofOneCustomer"> & { timeAs: TimeFormat };

const CELLS: Record<PaymentColumn["id"], (shown: Shown) => Cell> = {
  created: ({ timeAs }) => ({
    muted: true,
    sort: { direction: "descending" },
    cell: ({ createdAt }) => <Time at={createdAt} as={timeAs} />,
  }),
  amount: () => ({
    phone: "end",
    kind: "money",
    title: ({ decimal, currency }) => `${groupDigits(decimal)} ${currency}`,
    cell: Money,
  }),
  status: () => ({ phone: "lineEnd", cell: StatusCell }),
  reference: ({ search, beside, ofOneCustomer }) => ({
    phone: "title",
    title: ({ paymentReference }) => paymentReference,
    cell: ({ id, paymentReference, customerName }) => (
      <Tagged id={id}>
        <PaymentLink id={id} beside={beside}>
          <span data-wide={customerName && !ofOneCustomer ? "" : undefined}>
            <Marked words={paymentReference} text={search} />
          </span>
          {customerName && !ofOneCustomer ? (
            <span data-phone="">
              <Marked words={customerName} text={search} />
            </span>
          ) : null}
        </PaymentLink>
      </Tagged>
    ),
  }),
  order: ({ search }) => ({
    muted: true,
    title: ({ orderId }) => orderId,
    cell: ({ orderId }) => <Marked words={orderId} text={search} />,
  }),
  customer: ({ search }) => ({
    title: ({ customerName }) => customerName,
    cell: ({ customerName }) => (customerName ? <Marked words={customerName} text={search} /> : <None />),
  }),
  bank: () => ({ cell: ({ bankName }) => (bankName ? <Bank name={bankName} /> : <None />) }),
  channel: () => ({ muted: true, title: ({ flow }) => CHANNEL_LABELS[flow], cell: ({ flow }) => CHANNEL_LABELS[flow] }),
  webhooks: () => ({
    title: ({ id, webhooks }) => (isSample(id) ? SAMPLE_NOTE : formatDeliverySummary(webhooks)?.title),
    cell: ({ id, webhooks }) => {
      const status = formatDeliverySummary(webhooks);
      if (status === null) return <None />;
      if (isSample(id)) return <span className={ui.muted}>Sample</span>;
      // Delivered is the normal state: muted, so that exceptions are visible.
      return webhooks.state === "delivered" ? (
        <span className={ui.muted}>{status.word}</span>
      ) : (
        <StatusOf label={{ ...status, word: status.short }} />
      );
    },
  }),
  // The end of the ID: IDs begin with their time, so those of one day begin alike.
  id: () => ({ cell: ({ id }) => <Id value={id} label="payment ID" shown={-8} /> }),
};
