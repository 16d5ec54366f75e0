"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Id } from "./copy-button";
import { Fact } from "./fact";
import { Section } from "./heading";
import { Bank, Status } from "./parts";
import s from "./payment.module.css";
import type { PaymentDetail } from "./payment-timeline";
import { type Destination, destinationsOf } from "./payment-told";
import { FLOW_WORDS } from "./payments-filter";
import { reasonWords } from "./reason-words";
import { Time } from "./time";
import ui from "./ui.module.css";

type Payment = PaymentDetail["payment"];

/** What the payment is made of, and who hears of it. */
export function PaymentFacts({ detail }: { detail: PaymentDetail }) {
  const { payment, events, mayOpenDeliveries } = detail;
  const destinations = destinationsOf(events);
  return (
    <aside aria-label="Particulars">
      <Section title="Particulars" first />
      <dl className={ui.facts}>
        <Ids payment={payment} />
        <Shopper payment={payment} />
        <AtBank payment={payment} />
        <Origin payment={payment} />
      </dl>
      {destinations.length > 0 ? (
        <>
          <Section title="Who was told" />
          <ul className={s.told}>
            {destinations.map((one) => (
              <Told key={one.name ?? ""} destination={one} linked={mayOpenDeliveries} />
            ))}
          </ul>
        </>
      ) : null}
    </aside>
  );
}

const missing = (words: string): ReactNode => <span className={ui.dim}>{words}</span>;

function Ids({ payment }: { payment: Payment }) {
  return (
    <>
      <Fact name="Payment id">
        <Id value={payment.id} label="payment id" />
      </Fact>
      <Fact name="Reference">{payment.paymentReference}</Fact>
      <Fact name="Order">
        <Id value={payment.orderId} label="order" />
      </Fact>
    </>
  );
}

function Shopper({ payment: { customer, payerMasked } }: { payment: Payment }) {
  const { name, email, phone, id } = customer;
  return (
    <>
      <Fact name="Shopper">
        {name ?? (email || phone || id ? "" : missing("not given"))}
        {email ? <small>{email}</small> : null}
        {phone ? <small>{phone}</small> : null}
        {id ? <small>Your id {id}</small> : null}
      </Fact>
      {payerMasked ? (
        <Fact name="From">
          <code>{payerMasked}</code>
        </Fact>
      ) : null}
    </>
  );
}

function AtBank({ payment }: { payment: Payment }) {
  const last = payment.attempts.at(-1);
  const meaning = reasonWords(payment.statusReason);
  return (
    <>
      <Fact name="Bank">
        {payment.bankName ? <Bank name={payment.bankName} /> : missing("none yet")}
        {last ? <small>{schemeName(last.scheme)}</small> : null}
        {payment.attempts.length > 1 ? <small>{payment.attempts.length} tries at banks</small> : null}
      </Fact>
      {last?.accountIban ? (
        <Fact name="To">
          <code>…{last.accountIban.slice(-4)}</code>
          <small>
            <Link href="/console/balances">Your receiving account</Link>
          </small>
        </Fact>
      ) : null}
      {last?.bankPaymentId ? (
        <Fact name="Bank’s number">
          <Id value={last.bankPaymentId} label="the bank’s number" />
        </Fact>
      ) : null}
      {last ? (
        <Fact name="End-to-end id">
          <Id value={last.endToEndId} label="the end-to-end id" />
        </Fact>
      ) : null}
      {payment.statusReason ? (
        <Fact name="Reason">
          <code>{payment.statusReason}</code>
          {meaning ? <small>{meaning.slice(0, 1).toUpperCase() + meaning.slice(1)}</small> : null}
        </Fact>
      ) : null}
    </>
  );
}

function Origin({ payment }: { payment: Payment }) {
  const { rewards, paymentLinkId } = payment;
  return (
    <>
      <Fact name="Through">
        {paymentLinkId ? (
          <Link href={`/console/payment-links?open=${paymentLinkId}`}>{FLOW_WORDS.link}</Link>
        ) : (
          FLOW_WORDS[payment.flow]
        )}
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
    </>
  );
}

function Told({ destination, linked }: { destination: Destination; linked: boolean }) {
  const { name, deliveryId, state, types, dueAt, tries } = destination;
  const words = name ?? "The default URL";
  const short = types.map((type) => type.replace(/^payment_request\./, "")).join(", ");
  return (
    <li>
      {linked ? <Link href={`/console/webhooks/deliveries/${deliveryId}`}>{words}</Link> : <span>{words}</span>}
      {state === "delivered" ? (
        <Status tone="good" glyph="done">
          Delivered
        </Status>
      ) : state === "waiting" ? (
        <Status tone="warn" glyph="half">
          Try {tries + 1} at <Time at={dueAt} as="clock" />
        </Status>
      ) : (
        <Status tone="bad" glyph="fail">
          {state === "none" ? "No destination" : "Given up"}
        </Status>
      )}
      <small>{short}</small>
    </li>
  );
}

/** `SEPA_INSTANT_CREDIT_TRANSFER` → `SEPA instant credit transfer`. */
function schemeName(scheme: string): string {
  const words = scheme.toLowerCase().replaceAll("_", " ");
  return words.startsWith("sepa") ? `SEPA${words.slice(4)}` : words.slice(0, 1).toUpperCase() + words.slice(1);
}
