import { MailAddress } from "../../ui/address";
import { Fact, IdFact, TimeFact } from "../../ui/fact";
import { Section } from "../../ui/heading";
import { Link } from "../../ui/link";
import { Bank, None, Status, StatusOf } from "../../ui/parts";
import { isSample } from "../../ui/sample";
import { capitalize } from "../../ui/text";
import { Time, useIsPast } from "../../ui/time/time";
import ui from "../../ui/ui.module.css";
import { customerKey, customerPath } from "../customers/customer-path";
import { deliveryLabel, SAMPLE_DELIVERY } from "../deliveries/delivery-labels";
import { deliveryPath } from "../deliveries/delivery-path";
import { CHANNEL_LABELS } from "../payments/payments-filter";
import s from "./payment.module.css";
import { type EndpointDelivery, endpointDeliveries } from "./payment-webhooks";
import { formatStatusReason } from "./status-reasons";
import type { PaymentDetail } from "./timeline-item";

type Payment = PaymentDetail["payment"];

/** The details of a payment, and its webhooks by endpoint. */
export function PaymentFacts({ detail }: { detail: PaymentDetail }) {
  const { payment, events, mayOpenDeliveries } = detail;
  const endpoints = endpointDeliveries(events);
  return (
    <aside className={s.first} aria-label="Details">
      <Section title="Details" first />
      <dl className={ui.facts}>
        <Customer payment={payment} />
        <Fact name="Reference">{payment.paymentReference}</Fact>
        <IdFact name="Order" value={payment.orderId} />
        <AtBank payment={payment} />
        <Origin payment={payment} />
        <IdFact name="Payment ID" value={payment.id} shown="ends" />
      </dl>
      {endpoints.length > 0 ? (
        <>
          <Section title="Webhooks" />
          <ul className={s.webhooks}>
            {endpoints.map((one) => (
              <EndpointStatus key={one.name ?? ""} delivery={one} linked={mayOpenDeliveries} />
            ))}
          </ul>
        </>
      ) : null}
    </aside>
  );
}

function Customer({ payment: { customer, payerMasked } }: { payment: Payment }) {
  const { name, email, phone, id } = customer;
  const key = customerKey(customer);
  return (
    <>
      <Fact name="Customer">
        {key ? <Link href={customerPath(key)}>{name ?? "View customer"}</Link> : (name ?? (phone ? "" : <None />))}
        {email ? (
          <small>
            <MailAddress address={email} />
          </small>
        ) : null}
        {phone ? <small>{phone}</small> : null}
        {id ? <small>Customer ID {id}</small> : null}
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
  const { attempt } = payment;
  const meaning = formatStatusReason(payment.statusReason);
  return (
    <>
      <Fact name="Bank">
        {payment.bankName ? <Bank name={payment.bankName} /> : <None />}
        {attempt ? <small>{schemeName(attempt.scheme)}</small> : null}
        {payment.attempts.length > 1 ? <small>{payment.attempts.length} attempts</small> : null}
      </Fact>
      {attempt?.accountIban ? (
        <Fact name="To">
          <code>{`•••• ${attempt.accountIban.slice(-4)}`}</code>
          <small>
            <Link href="/console/balances">Your receiving account</Link>
          </small>
        </Fact>
      ) : null}
      {attempt?.bankPaymentId ? <IdFact name="Bank reference" value={attempt.bankPaymentId} shown="ends" /> : null}
      {attempt ? <IdFact name="End-to-end ID" value={attempt.endToEndId} shown="ends" /> : null}
      {payment.statusReason ? (
        <Fact name="Reason">
          <code>{payment.statusReason}</code>
          {meaning ? <small>{capitalize(meaning)}</small> : null}
        </Fact>
      ) : null}
    </>
  );
}

function Origin({ payment }: { payment: Payment }) {
  const { rewards, paymentLinkId } = payment;
  return (
    <>
      <Fact name="Channel">
        {paymentLinkId ? (
          <Link href={`/console/payment-links?open=${paymentLinkId}`}>{CHANNEL_LABELS.link}</Link>
        ) : (
          CHANNEL_LABELS[payment.flow]
        )}
        {payment.test ? <small>Test payment, no money moved</small> : null}
      </Fact>
      {rewards ? (
        <Fact name="Reward">
          {rewards.description ?? "Points"}
          <small>
            {[
              rewards.extra_rewards === undefined ? null : `${rewards.extra_rewards} extra`,
              rewards.total_rewards === undefined ? null : `${rewards.total_rewards} in total`,
            ]
              .filter(Boolean)
              .join(", ")}
          </small>
        </Fact>
      ) : null}
      <TimeFact name="Created" at={payment.createdAt} />
    </>
  );
}

function EndpointStatus({ delivery, linked }: { delivery: EndpointDelivery; linked: boolean }) {
  const { name, deliveryId, types } = delivery;
  const label = name ?? "The default URL";
  const short = types.map((type) => type.replace(/^payment_request\./, "")).join(", ");
  return (
    <li>
      {linked ? <Link href={deliveryPath(deliveryId)}>{label}</Link> : <span>{label}</span>}
      <DeliveryStatus delivery={delivery} />
      <small>{short}</small>
    </li>
  );
}

function DeliveryStatus({ delivery: { deliveryId, state, dueAt } }: { delivery: EndpointDelivery }) {
  const isPast = useIsPast(dueAt);
  if (isSample(deliveryId)) return <StatusOf label={SAMPLE_DELIVERY} />;
  const { tone, glyph, word } = deliveryLabel(state);
  return (
    <Status tone={tone} glyph={glyph}>
      {word}
      {isPast !== false || state !== "retrying" ? null : (
        <>
          {" "}
          at <Time at={dueAt} as="clock" />
        </>
      )}
    </Status>
  );
}

/** `SEPA_INSTANT_CREDIT_TRANSFER` → `SEPA instant credit transfer`. */
function schemeName(scheme: string): string {
  const text = scheme.toLowerCase().replaceAll("_", " ");
  return text.startsWith("sepa") ? `SEPA${text.slice(4)}` : capitalize(text);
}
