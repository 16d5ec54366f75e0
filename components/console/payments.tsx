"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Attention } from "./attention";
import { Id } from "./copy-button";
import { Heading } from "./heading";
import { Icon } from "./icons";
import { Pager } from "./pager";
import { Bank, Money, Status } from "./parts";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { paymentStatus } from "./status-words";
import s from "./table.module.css";
import { Time } from "./time";
import ui from "./ui.module.css";

type Payments = Outputs["payments"]["list"];
type Payment = Payments["items"][number];

const REFRESH_MS = 4_000;
/** Columns that a narrow window has no room for. */
const DROPPED = new Set(["Order", "Id"]);

/** The payments of a merchant, newest first; the list keeps itself up to date. */
export function PaymentsPage({ first, page, shop }: { first: Payments; page: number; shop: string | null }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const options = trpc.payments.list.queryOptions(
    { merchantId, page },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery({ ...options, placeholderData: keepPreviousData });
  if (data.total === 0) return <FirstPayment shop={shop} />;
  const count = data.total === 1 ? "One payment" : `${data.total.toLocaleString("en-GB")} payments`;
  const newLink = (
    <Link className={`${ui.button} ${ui.primary}`} href="/console/payment-links?new">
      New payment link
    </Link>
  );
  return (
    <>
      <Heading
        title="Payments"
        lead={`${count}, newest first. Times are yours, with UTC behind each.`}
        action={newLink}
      />
      {page === 1 ? <Attention /> : null}
      {isError ? <QueryFailure what="The list" error={error} retry={() => refetch()} /> : null}
      <PaymentTable payments={data.items} />
      <Pager path="/console/payments" page={page} pageSize={data.pageSize} total={data.total} />
    </>
  );
}

function FirstPayment({ shop }: { shop: string | null }) {
  const ways = [
    ...(shop
      ? [
          {
            icon: "play" as const,
            title: "Buy in the demo shop",
            text: "Be the shopper: choose a bank, approve, and watch the shop hear of it.",
            to: "Open the shop",
            href: shop,
          },
        ]
      : []),
    {
      icon: "link" as const,
      title: "Send a link",
      text: "Make a page that takes one payment, and open it yourself.",
      to: "New payment link",
      href: "/console/payment-links?new",
    },
    {
      icon: "key" as const,
      title: "Call the API",
      text: "With a credential, from your own server.",
      to: "Credentials",
      href: "/console/credentials",
    },
  ];
  return (
    <>
      <Heading
        title="No payment yet"
        lead={`${shop ? "Three" : "Two"} ways to see the first one. This page shows it as soon as it is there.`}
      />
      <Attention />
      <ol className={ui.ways}>
        {ways.map(({ icon, title, text, to, href }, index) => (
          <li key={title}>
            <h2>
              <Icon name={icon} />
              {title}
            </h2>
            <p>{text}</p>
            <a className={index === 0 ? `${ui.button} ${ui.primary}` : ui.button} href={href}>
              {to}
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

function PaymentTable({ payments }: { payments: Payment[] }) {
  return (
    <div className={s.wrap}>
      <table className={s.table}>
        <caption className={ui.hidden}>Payments, newest first</caption>
        <colgroup>
          <col style={{ width: "8.5rem" }} />
          <col style={{ width: "9rem" }} />
          <col style={{ width: "9rem" }} />
          <col />
          <col data-drop="" style={{ width: "9rem" }} />
          <col style={{ width: "12rem" }} />
          <col data-drop="" style={{ width: "7.25rem" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Created
            </th>
            <th scope="col" data-num="">
              Amount
            </th>
            {["Status", "Reference", "Order", "Bank", "Id"].map((head) => (
              <th key={head} scope="col" data-drop={DROPPED.has(head) ? "" : undefined}>
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
        <Link className={s.row} href={`/console/payments/${payment.id}`}>
          {payment.paymentReference}
        </Link>
      </td>
      <td className={ui.muted} title={payment.orderId} data-drop="">
        {payment.orderId}
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
