"use client";

import Link from "next/link";
import { Fragment } from "react";
import { Bank, Money, None, Status } from "../../ui/parts";
import { SampleTag } from "../../ui/sample";
import table from "../../ui/table.module.css";
import { Time } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import s from "../balances/balances.module.css";
import { DecideTransaction } from "./decide-transaction";
import { formatDescription, formatTransactionStatus, type Transaction, unmatchedReason } from "./transaction-labels";

const COLUMNS = 6;
/** The last digits of an account number. */
const SHOWN_DIGITS = 4;

type TableProps = {
  transactions: readonly Transaction[];
  /** Whether the user may match and dismiss transactions, as the operator's users may. */
  mayDecide: boolean;
};

export function TransactionTable({ transactions, mayDecide }: TableProps) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Transactions, newest first</caption>
        <colgroup>
          <col style={{ width: "7rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "8rem" }} />
          <col />
          <col data-drop="" style={{ width: "10rem" }} />
          <col style={{ width: "13rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Booked
            </th>
            <th scope="col" data-num="">
              Amount
            </th>
            <th scope="col">Status</th>
            <th scope="col">Description</th>
            <th scope="col" data-drop="">
              Counterparty
            </th>
            <th scope="col">Account</th>
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => (
            <Fragment key={transaction.id}>
              <TransactionRow transaction={transaction} />
              <WhyRow transaction={transaction} mayDecide={mayDecide} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TransactionRow({ transaction }: { transaction: Transaction }) {
  const { bookedAt, decimal, currency, counterparty, bankName, number, paymentId } = transaction;
  const { tone, glyph, word } = formatTransactionStatus(transaction);
  const description = formatDescription(transaction);
  return (
    <tr>
      <td className={ui.muted}>
        <Time at={bookedAt} as="date" />
      </td>
      <td data-num="" data-on="b">
        <Money decimal={decimal} currency={currency} />
      </td>
      <td data-on="d">
        <Status tone={tone} glyph={glyph}>
          {word}
        </Status>
      </td>
      <td data-on="a" title={description}>
        {paymentId === null ? (
          description
        ) : (
          <Link className={table.row} href={`/console/payments/${paymentId}`}>
            {description}
          </Link>
        )}{" "}
        <SampleTag id={transaction.id} />
      </td>
      <td className={ui.muted} data-drop="" title={counterparty ?? undefined}>
        {counterparty ?? <None />}
      </td>
      <td>
        <span className={s.who}>
          <Bank name={bankName} />
          <code className={ui.muted} title={number}>
            {number.slice(-SHOWN_DIGITS)}
          </code>
        </span>
      </td>
      <td data-on="c" data-phone="">
        <Time at={bookedAt} as="day" />, {bankName}
      </td>
    </tr>
  );
}

/** Under a transaction that is unmatched, or was decided by a person: why. */
function WhyRow({ transaction, mayDecide }: { transaction: Transaction; mayDecide: boolean }) {
  const why = unmatchedReason(transaction);
  if (why === null && transaction.note === null) return null;
  return (
    <tr className={table.why}>
      <td colSpan={COLUMNS} className={ui.muted}>
        <span className={s.why}>
          <span>{why ?? `Decided manually: ${transaction.note}`}</span>
          {why !== null && mayDecide ? <DecideTransaction transaction={transaction} /> : null}
        </span>
      </td>
    </tr>
  );
}
