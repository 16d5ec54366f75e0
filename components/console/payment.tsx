"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { CancelPayment } from "./cancel-payment";
import { Crumbs } from "./heading";
import { groupDigits } from "./money";
import { Status } from "./parts";
import s from "./payment.module.css";
import { PaymentFacts } from "./payment-facts";
import { PaymentHistory } from "./payment-history";
import { newsOf, stepsOf } from "./payment-news";
import { PaymentSteps } from "./payment-steps";
import { type PaymentDetail, timelineOf } from "./payment-timeline";
import { destinationsOf } from "./payment-told";
import { PAYMENTS_PATH } from "./payments-filter";
import { useMay, useMerchantId, useTRPC } from "./queries";
import { QueryFailure } from "./query-failure";
import { ResendNews } from "./resend-news";
import { ShopperPage } from "./shopper-page";
import { paymentStatus } from "./status-words";
import ui from "./ui.module.css";

const REFRESH_MS = 2_000;

/** One payment: what the news is, what it is made of, and everything that happened to it, as it happens. */
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
      {isError ? <QueryFailure what="The payment" error={error} retry={() => refetch()} /> : null}
      <PaymentSteps steps={stepsOf(data)} />
      <div className={s.split}>
        <PaymentHistory
          items={timelineOf(data)}
          opens={{ deliveries: data.mayOpenDeliveries, calls: may("developers.calls.get") }}
          actionOf={({ kind, deliveryId }) =>
            kind === "plan" && deliveryId && mayResend ? <ResendNews deliveryId={deliveryId} words="Send now" /> : null
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
  const { tone, glyph, word } = paymentStatus({ ...payment, initiated: payment.initiatedAt !== null });
  const { news, more } = newsOf(detail);
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
          </span>
        </h1>
        <p className={`${ui.say} ${s.say}`}>
          <b>{news}</b> {more}
        </p>
      </div>
      <Actions detail={detail} stayAt={title} />
    </header>
  );
}

function Actions({ detail, stayAt }: { detail: PaymentDetail; stayAt: React.RefObject<HTMLElement | null> }) {
  const may = useMay();
  const { payment, events } = detail;
  const untold = destinationsOf(events).find(
    ({ state, tries }) => state === "failed" || (state === "waiting" && tries > 0),
  );
  return (
    <div className={s.actions}>
      {payment.canCancel && may("payments.cancel") ? <CancelPayment payment={payment} stayAt={stayAt} /> : null}
      <ShopperPage payment={payment} />
      {untold && may("webhooks.log.resend") ? (
        <ResendNews deliveryId={untold.deliveryId} words={`Resend to ${untold.name ?? "the default URL"}`} primary />
      ) : null}
    </div>
  );
}
