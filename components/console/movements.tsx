"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fragment } from "react";
import s from "./balances.module.css";
import { Crumbs, Heading } from "./heading";
import { type Movement, movementStatus, whatFor, whyNotMatched } from "./movements-words";
import { Pager } from "./pager";
import { Bank, Money, Status, TestTag } from "./parts";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import table from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Movements = Outputs["movements"]["list"];

const REFRESH_MS = 10_000;
const COLUMNS = 6;
/** Of an account number: enough to tell a merchant's own apart. */
const SHOWN_DIGITS = 4;

/** What was booked on the merchant's accounts, newest first, and which payment each movement belongs to. */
export function MovementsPage({ first, page }: { first: Movements; page: number }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.movements.list.queryOptions(
    { merchantId, page },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  const count = data.total === 1 ? "One movement" : `${data.total.toLocaleString("en-GB")} movements`;
  return (
    <>
      <Crumbs href="/console/balances" name="Balances" here="Movements" />
      <Heading
        title="Movements"
        lead={data.total === 0 ? "What the banks book on your accounts." : `${count} on your accounts, newest first.`}
      />
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      {data.total === 0 ? <NoMovement /> : <MovementTable movements={data.items} />}
      <Pager path="/console/balances/movements" page={page} pageSize={data.pageSize} total={data.total} />
    </>
  );
}

function NoMovement() {
  return (
    <section className={ui.empty}>
      <h2>No movement yet</h2>
      <p>
        We read the statements of the accounts that your payments arrive on, and match each movement to its payment. The
        first stands here soon after the bank has booked it.
      </p>
    </section>
  );
}

function MovementTable({ movements }: { movements: Movement[] }) {
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
          <col style={{ width: "15.5rem" }} />
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
              <WhyRow movement={movement} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { bookedAt, decimal, currency, counterparty, bankName, number, simulated, paymentId } = movement;
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
        {counterparty ?? <span className={ui.dim}>not told</span>}
      </td>
      <td>
        <span className={s.who}>
          <Bank name={bankName} />
          <code className={ui.muted} title={number}>
            {number.slice(-SHOWN_DIGITS)}
          </code>
          {simulated ? <TestTag /> : null}
        </span>
      </td>
      <td data-on="c" data-phone="">
        <Time at={bookedAt} as="day" />, {bankName}
        {simulated ? ", test" : ""}
      </td>
    </tr>
  );
}

/** Under a movement that no rule could place: why. */
function WhyRow({ movement }: { movement: Movement }) {
  const why = whyNotMatched(movement);
  if (why === null) return null;
  return (
    <tr className={table.why}>
      <td colSpan={COLUMNS} className={ui.muted}>
        {why}
      </td>
    </tr>
  );
}
