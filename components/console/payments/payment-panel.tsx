import { useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { BesideFoot } from "../../ui/beside/beside";
import { groupDigits } from "../../ui/money";
import { DetailSkeleton, Note, StatusOf } from "../../ui/parts";
import { useConsole, useMay } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { SampleTag } from "../../ui/sample";
import { Time } from "../../ui/time/time";
import { useSettled } from "../../ui/time/use-settled";
import { useZone } from "../../ui/time/zone";
import { deliveryLabel } from "../deliveries/delivery-labels";
import { ResendButton } from "../deliveries/resend-button";
import { OtherModeNote } from "../frame/mode-switch";
import { PaymentActions } from "../payment/payment-actions";
import { PaymentFacts } from "../payment/payment-facts";
import { formatPaymentStatus } from "../payment/payment-state";
import { paymentMilestones, paymentSummary } from "../payment/payment-summary";
import { lasting } from "../payment/payment-timeline";
import { endpointDeliveries } from "../payment/payment-webhooks";
import type { PaymentDetail } from "../payment/timeline-item";
import s from "./payments.module.css";

const REFRESH_MS = 4_000;
/** J and K pass over payments that are open for less than this. */
const REST_MS = 120;

/** A payment beside its list: state, sentence, milestones, details, and what can be done. */
export function PaymentPanel({ id }: { id: string }) {
  const { trpc, merchantId } = useConsole();
  const isAtRest = useSettled(id, REST_MS) === id;
  const { data, isError, error, refetch } = useQuery(
    trpc.payments.get.queryOptions({ merchantId, id }, { refetchInterval: REFRESH_MS, enabled: isAtRest }),
  );
  const title = useRef<HTMLHeadingElement>(null);
  const failure = isError ? <QueryFailure what="This payment" query={{ isError, error, refetch }} /> : null;
  if (!data) return <div>{failure ?? <DetailSkeleton label="Loading payment" />}</div>;
  const { payment } = data;
  return (
    <>
      <div className={s.panel}>
        {failure}
        <Head detail={data} title={title} />
        <OtherModeNote what="payment" test={payment.test} />
        <Undelivered detail={data} />
        <Milestones detail={data} />
        <PaymentFacts detail={data} />
      </div>
      <BesideFoot>
        <PaymentActions payment={payment} stayAt={title} />
      </BesideFoot>
    </>
  );
}

type HeadProps = { detail: PaymentDetail; title: RefObject<HTMLHeadingElement | null> };

function Head({ detail, title }: HeadProps) {
  const { payment } = detail;
  return (
    <header>
      <p className={s.state}>
        <StatusOf label={formatPaymentStatus(payment)} />
        <Time at={payment.createdAt} as="exact" />
        <SampleTag id={payment.id} />
      </p>
      <h2 ref={title} tabIndex={-1}>
        {groupDigits(payment.decimal)} <small>{payment.currency}</small>
      </h2>
      <p>{paymentSummary(detail, useZone()).lead}</p>
    </header>
  );
}

/** The endpoints that have not got all webhooks of the payment. */
function Undelivered({ detail: { events } }: { detail: PaymentDetail }) {
  const mayResend = useMay()("webhooks.log.resend");
  const endpoints = endpointDeliveries(events).filter(({ state }) => state !== "no_endpoint");
  const missed = endpoints.filter(({ state }) => state !== "delivered");
  const [first] = missed.toSorted((a, b) => b.tries - a.tries);
  if (!first || first.tries === 0) return null;
  return (
    <Note tone="warn" action={mayResend ? <ResendButton deliveryId={first.deliveryId} label="Resend" /> : undefined}>
      <b>
        {missed.length} of {endpoints.length} {endpoints.length === 1 ? "endpoint" : "endpoints"} without its webhooks.
      </b>{" "}
      {first.name ?? "The default URL"}: {deliveryLabel(first.state).word.toLowerCase()}.
    </Note>
  );
}

/** The main moments of a payment on a line. */
export function Milestones({ detail }: { detail: PaymentDetail }) {
  const { createdAt } = detail.payment;
  return (
    <ol className={s.milestones} aria-label="Progress">
      {paymentMilestones(detail).map(({ name, at, kind }) => (
        <li key={name} data-kind={kind}>
          <b>{name}</b>
          {at === null ? null : at === createdAt ? (
            <Time at={at} as="seconds" />
          ) : (
            <span>+{lasting(createdAt, at)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
