"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Id } from "./copy-button";
import { Fact } from "./fact";
import { Crumbs, Section } from "./heading";
import { Icon } from "./icons";
import { groupDigits } from "./money";
import { Bank, Status } from "./parts";
import s from "./payment.module.css";
import { newsOf, sinceStart, type TimelineItem, timelineOf } from "./payment-timeline";
import { type Outputs, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { paymentStatus } from "./status-words";
import { Time } from "./time";
import ui from "./ui.module.css";

type Detail = Outputs["payments"]["get"];

const REFRESH_MS = 2_000;

/** One payment: what the news is, what it is made of, and everything that happened to it, as it happens. */
export function PaymentPage({ first }: { first: Detail }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const { id } = first.payment;
  const options = trpc.payments.get.queryOptions(
    { merchantId, id },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery(options);
  const { payment } = data;
  const { tone, glyph, word } = paymentStatus({ ...payment, initiated: payment.initiatedAt !== null });
  const { news, more } = newsOf(data);
  const items = timelineOf(data);
  return (
    <>
      <Crumbs href="/console/payments" name="Payments" here={payment.paymentReference} />
      <h1 className={s.sum}>
        <span>
          <span className={ui.hidden}>Payment of </span>
          {groupDigits(payment.decimal)} <span className={s.currency}>{payment.currency}</span>
        </span>
        <span className={s.state}>
          <Status tone={tone} glyph={glyph}>
            {word}
          </Status>
        </span>
      </h1>
      <p className={`${ui.say} ${s.say}`}>
        <b>{news}</b> {more}
      </p>
      {isError ? <QueryFailure what="The payment" error={error} retry={() => refetch()} /> : null}
      <div className={s.split}>
        <section aria-label="Everything that happened">
          <Section title="Everything that happened" first />
          <ol className={s.timeline}>
            {items.map((item) => (
              <Happening
                key={item.key}
                item={item}
                start={payment.createdAt}
                linked={data.mayOpenDeliveries && item.deliveryId !== undefined}
              />
            ))}
          </ol>
        </section>
        <aside aria-label="Particulars">
          <Section title="Particulars" first />
          <Particulars payment={payment} />
        </aside>
      </div>
    </>
  );
}

function Happening({ item, start, linked }: { item: TimelineItem; start: string; linked: boolean }) {
  return (
    <li className={s.item} data-kind={item.kind}>
      <div className={s.when}>
        <Time at={item.at} as="seconds" />
        <small>{item.kind === "plan" ? "planned" : sinceStart(item.at, start)}</small>
      </div>
      <span className={s.node} aria-hidden="true">
        <Icon name={item.icon} />
      </span>
      <div className={s.text}>
        <h3>
          {linked ? <Link href={`/console/webhooks/deliveries/${item.deliveryId}`}>{item.title}</Link> : item.title}
        </h3>
        {item.text ? <p>{item.text}</p> : null}
        {item.answer ? (
          <p>
            <b className={item.answer.ok ? s.good : s.bad}>{item.answer.text}</b>
          </p>
        ) : null}
      </div>
      <span className={s.lane}>{item.lane}</span>
    </li>
  );
}

function Particulars({ payment }: { payment: Detail["payment"] }) {
  const scheme = payment.transitions.at(-1)?.scheme;
  const { rewards } = payment;
  return (
    <dl className={ui.facts}>
      <Fact name="Payment id">
        <Id value={payment.id} label="payment id" />
      </Fact>
      <Fact name="Reference">{payment.paymentReference}</Fact>
      <Fact name="Order">
        <Id value={payment.orderId} label="order" />
      </Fact>
      <Fact name="Shopper">{payment.customerName ?? <span className={ui.dim}>not told</span>}</Fact>
      <Fact name="Bank">
        {payment.bankName ? <Bank name={payment.bankName} /> : <span className={ui.dim}>none yet</span>}
        {scheme ? <small>{schemeName(scheme)}</small> : null}
      </Fact>
      {payment.bankPaymentId ? (
        <Fact name="Bank’s number">
          <Id value={payment.bankPaymentId} label="the bank’s number" />
        </Fact>
      ) : null}
      {payment.statusReason ? (
        <Fact name="Reason">
          <code>{payment.statusReason}</code>
        </Fact>
      ) : null}
      <Fact name="Through">
        {payment.paymentLinkId ? <Link href="/console/payment-links">Payment link</Link> : "Embedded checkout"}
        {payment.test ? <small>A test: no money moved</small> : null}
      </Fact>
      {rewards ? (
        <Fact name="Reward">
          {rewards.description ?? "Points"}
          <small>
            {[
              rewards.extra_rewards === undefined ? null : `${rewards.extra_rewards} extra`,
              rewards.total_rewards === undefined ? null : `${rewards.total_rewards} in all`,
            ]
              .filter(Boolean)
              .join(", ")}
          </small>
        </Fact>
      ) : null}
      <Fact name="Created">
        <Time at={payment.createdAt} />
      </Fact>
    </dl>
  );
}

/** `SEPA_INSTANT_CREDIT_TRANSFER` → `SEPA instant credit transfer`. */
function schemeName(scheme: string): string {
  const words = scheme.toLowerCase().replaceAll("_", " ");
  return words.startsWith("sepa") ? `SEPA${words.slice(4)}` : words.slice(0, 1).toUpperCase() + words.slice(1);
}
