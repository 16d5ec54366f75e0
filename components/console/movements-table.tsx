"use client";

import Link from "next/link";
import { Fragment } from "react";
import s from "./balances.module.css";
import { DecideMovement } from "./decide-movement";
import { type Movement, movementStatus, whatFor, whyNotMatched } from "./movements-words";
import { Bank, Money, Status } from "./parts";
import table from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

const COLUMNS = 6;
/** Of an account number: enough to tell a merchant's own apart. */
const SHOWN_DIGITS = 4;

type TableProps = {
  movements: readonly Movement[];
  /** Whether the reader decides what belongs to which payment: the operator's people do. */
  mayDecide: boolean;
};

export function MovementTable({ movements, mayDecide }: TableProps) {
  return (
    <div className={table.wrap}>
      <table className={table.table}>
        <caption className={ui.hidden}>Movements, newest first</caption>
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
            <th scope="col">State</th>
            <th scope="col">What for</th>
            <th scope="col" data-drop="">
              Other side
            </th>
            <th scope="col">Account</th>
          </tr>
        </thead>
        <tbody>
          {movements.map((movement) => (
            <Fragment key={movement.id}>
              <MovementRow movement={movement} />
              <WhyRow movement={movement} mayDecide={mayDecide} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { bookedAt, decimal, currency, counterparty, bankName, number, paymentId } = movement;
  const { tone, glyph, word } = movementStatus(movement);
  const words = whatFor(movement);
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
      <td data-on="a" title={words}>
        {paymentId === null ? (
          words
        ) : (
          <Link className={table.row} href={`/console/payments/${paymentId}`}>
            {words}
          </Link>
        )}
      </td>
      <td className={ui.muted} data-drop="" title={counterparty ?? undefined}>
        {counterparty ?? <span className={ui.dim}>not given</span>}
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

/** Under a movement that no rule could place, or that a person decided about: why. */
function WhyRow({ movement, mayDecide }: { movement: Movement; mayDecide: boolean }) {
  const why = whyNotMatched(movement);
  if (why === null && movement.note === null) return null;
  return (
    <tr className={table.why}>
      <td colSpan={COLUMNS} className={ui.muted}>
        <span className={s.why}>
          <span>{why ?? `A person decided: ${movement.note}`}</span>
          {why !== null && mayDecide ? <DecideMovement movement={movement} /> : null}
        </span>
      </td>
    </tr>
  );
}
