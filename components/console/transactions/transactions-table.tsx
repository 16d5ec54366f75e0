import { Bank, Money, None, StatusOf } from "../../ui/parts";
import { Tagged } from "../../ui/sample";
import { type Column, RowLink, Table } from "../../ui/table";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "../balances/balances.module.css";
import { paymentPath } from "../payments/payment-path";
import { DecideButtons, type OnDecide } from "./decide-transaction";
import { formatDescription, formatTransactionStatus, type Transaction, unmatchedReason } from "./transaction-labels";

/** Whether the bank gave a date only: it is stored as midnight in UTC. */
const isDateOnly = (bookedAt: string) => bookedAt.endsWith("T00:00:00.000Z");

type TableProps = {
  transactions: readonly Transaction[];
  /** Matches or dismisses an unmatched transaction; null: the user is not of the operator. */
  onDecide: OnDecide;
  /** Without counterparty and account: beside something else. */
  isShort?: boolean;
};

const COLUMNS: Column<Transaction>[] = [
  {
    head: "Booked",
    width: "7rem",
    muted: true,
    sort: { direction: "descending" },
    cell: ({ bookedAt }) => <Time at={bookedAt} as="date" isDate={isDateOnly(bookedAt)} />,
  },
  { head: "Amount", width: "9rem", phone: "end", kind: "money", cell: Money },
  {
    head: "Status",
    width: "8rem",
    phone: "lineEnd",
    cell: (transaction) => <StatusOf label={formatTransactionStatus(transaction)} />,
  },
  { head: "Description", phone: "title", title: formatDescription, cell: Description },
  {
    head: "Counterparty",
    width: "10rem",
    drop: "narrow",
    muted: true,
    title: ({ counterparty }) => counterparty,
    cell: ({ counterparty }) => counterparty ?? <None />,
  },
  {
    head: "Account",
    width: "13rem",
    cell: ({ bankName, number }) => (
      <span className={s.who}>
        <Bank name={bankName} />
        <code className={ui.muted}>{number}</code>
      </span>
    ),
  },
  {
    head: "On a phone",
    phone: "only",
    cell: ({ bookedAt, bankName }) => (
      <>
        <Time at={bookedAt} as="day" isDate={isDateOnly(bookedAt)} />, {bankName}
      </>
    ),
  },
];

const SHORT_COLUMNS = COLUMNS.filter(({ head }) => head !== "Counterparty" && head !== "Account");

export function TransactionTable({ transactions, onDecide, isShort = false }: TableProps) {
  return (
    <Table
      caption="Transactions, newest first"
      columns={isShort ? SHORT_COLUMNS : COLUMNS}
      rows={transactions}
      keyOf={({ id }) => id}
      under={(transaction) => whyOf(transaction, onDecide)}
    />
  );
}

function Description(transaction: Transaction) {
  const description = formatDescription(transaction);
  const { id, paymentId } = transaction;
  return (
    <Tagged id={id}>
      {paymentId === null ? <span>{description}</span> : <RowLink href={paymentPath(paymentId)}>{description}</RowLink>}
    </Tagged>
  );
}

/** Under a transaction that is unmatched, or was decided by a person: why. */
function whyOf(transaction: Transaction, onDecide: OnDecide) {
  const why = unmatchedReason(transaction);
  if (why === null && transaction.note === null) return null;
  return (
    <span className={s.why}>
      <span>{why ?? `Decided manually: ${transaction.note}`}</span>
      {why !== null && onDecide ? <DecideButtons transaction={transaction} onDecide={onDecide} /> : null}
    </span>
  );
}
