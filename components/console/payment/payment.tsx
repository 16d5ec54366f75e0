"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Crumbs } from "../../ui/heading";
import { groupDigits } from "../../ui/money";
import { Status } from "../../ui/parts";
import { QueryFailure } from "../../ui/query-failure";
import { isSample, SampleTag } from "../../ui/sample";
import { useZone } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { isStopped } from "../deliveries/delivery-labels";
import { ResendButton } from "../deliveries/resend-button";
import { useMay, useMerchantId, useTRPC } from "../frame/queries";
import { PAYMENTS_PATH } from "../payments/payments-filter";
import { CancelPayment } from "./cancel-payment";
import s from "./payment.module.css";
import { PaymentCheckout } from "./payment-checkout";
import { PaymentFacts } from "./payment-facts";
import { PaymentHistory } from "./payment-history";
import { formatPaymentStatus } from "./payment-state";
import { PaymentSteps } from "./payment-steps";
import { paymentSteps, paymentSummary } from "./payment-summary";
import { timelineOf } from "./payment-timeline";
import { endpointDeliveries } from "./payment-webhooks";
import type { PaymentDetail } from "./timeline-item";

const REFRESH_MS = 2_000;

/** The page of one payment: state, steps, timeline, details. It keeps itself up to date. */
export function PaymentPage({ first }: { first: PaymentDetail }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const may = useMay();
  const { id } = first.payment;
  const options = trpc.payments.get.queryOptions(
    { merchantId, id },
    { initialData: first, refetchInterval: REFRESH_MS },
  );
  const { data, isError, error, refetch } = useQuery(options);
  const mayResend = may("webhooks.log.resend");
  return (
    <>
      <Crumbs href={PAYMENTS_PATH} name="Payments" here={data.payment.paymentReference} />
      <Head detail={data} />
      {isError ? <QueryFailure what="this payment" error={error} retry={() => refetch()} /> : null}
      <PaymentSteps steps={paymentSteps(data)} />
      <div className={s.split}>
        <PaymentHistory
          items={timelineOf(data)}
          opens={{ deliveries: data.mayOpenDeliveries, calls: may("developers.calls.get") }}
          actionOf={({ kind, deliveryId }) =>
            kind === "plan" && deliveryId && mayResend ? (
              <ResendButton deliveryId={deliveryId} label="Send now" />
            ) : null
          }
        />
        <PaymentFacts detail={data} />
      </div>
    </>
  );
}

function Head({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  const title = useRef<HTMLHeadingElement>(null);
  const { tone, glyph, word } = formatPaymentStatus(payment);
  const { lead, more } = paymentSummary(detail, useZone());
  return (
    <header className={s.head}>
      <div>
        <h1 className={s.sum} ref={title} tabIndex={-1}>
          <span>
            <span className={ui.hidden}>Payment of </span>
            {groupDigits(payment.decimal)} <span className={s.currency}>{payment.currency}</span>
          </span>
          <span className={s.state}>
            <Status tone={tone} glyph={glyph}>
              {word}
            </Status>
          </span>{" "}
          <SampleTag id={payment.id} />
        </h1>
        <p className={`${ui.say} ${s.say}`}>
          <b>{lead}</b> {more}
          {isSample(payment.id) ? " It is a sample of the demo: no money moved, and no webhook was sent." : null}
        </p>
      </div>
      <Actions detail={detail} stayAt={title} />
    </header>
  );
}

function Actions({ detail, stayAt }: { detail: PaymentDetail; stayAt: React.RefObject<HTMLElement | null> }) {
  const may = useMay();
  const { payment, events } = detail;
  const undelivered = endpointDeliveries(events).find(
    ({ state, tries }) => state === "failed" || state === "retrying" || (isStopped(state) && tries > 0),
  );
  return (
    <div className={s.actions}>
      {payment.canCancel && may("payments.cancel") ? <CancelPayment payment={payment} stayAt={stayAt} /> : null}
      <PaymentCheckout payment={payment} />
      {undelivered && may("webhooks.log.resend") ? (
        <ResendButton
          deliveryId={undelivered.deliveryId}
          label={`Resend webhook to ${undelivered.name ?? "the default URL"}`}
          primary
        />
      ) : null}
    </div>
  );
}
