"use client";

import { useRef, useSyncExternalStore } from "react";
import { Crumbs } from "../../ui/heading";
import { Icon, type IconName } from "../../ui/icons";
import { Link } from "../../ui/link";
import { groupDigits } from "../../ui/money";
import { type StatusLabel, StatusOf } from "../../ui/parts";
import { useConsole, useMay, useServedQuery } from "../../ui/queries";
import { QueryFailure } from "../../ui/query-failure";
import { isSample, SampleTag } from "../../ui/sample";
import { useZone, ZoneLead } from "../../ui/time/zone";
import ui from "../../ui/ui.module.css";
import { ResendButton } from "../deliveries/resend-button";
import { OtherModeNote } from "../frame/mode-switch";
import { type NoteList, Notes } from "../notes/notes";
import { PAYMENTS_PATH, paymentPath } from "../payments/payment-path";
import { positionInOrder } from "./list-order";
import s from "./payment.module.css";
import { PaymentActions } from "./payment-actions";
import { PaymentFacts } from "./payment-facts";
import { PaymentHistory } from "./payment-history";
import { formatPaymentStatus, paymentState } from "./payment-state";
import { differingAmount, paymentSummary } from "./payment-summary";
import { timelineOf } from "./payment-timeline";
import type { PaymentDetail } from "./timeline-item";

const REFRESH_MS = 2_000;

/** The page of one payment: state, timeline and details, which it keeps up to date, and notes. */
export function PaymentPage({ first, notes }: { first: PaymentDetail; notes: NoteList }) {
  const { trpc, merchantId } = useConsole();
  const may = useMay();
  const { id } = first.payment;
  const query = useServedQuery(trpc.payments.get, { merchantId, id }, first, REFRESH_MS);
  const { data } = query;
  const mayResend = may("webhooks.log.resend");
  return (
    <>
      <div className={s.top}>
        <Crumbs href={PAYMENTS_PATH} name="Payments" here={data.payment.paymentReference} />
        <Neighbours id={id} />
      </div>
      <Head detail={data} />
      <OtherModeNote what="payment" test={data.payment.test} />
      <QueryFailure what="this payment" query={query} />
      <Now detail={data} />
      <div className={ui.split}>
        <div>
          <PaymentHistory
            items={timelineOf(data)}
            isOver={data.payment.status !== "pending"}
            opens={{ deliveries: data.mayOpenDeliveries, calls: may("developers.calls.get") }}
            actionOf={({ kind, deliveryId }) =>
              kind === "plan" && deliveryId && mayResend ? (
                <ResendButton deliveryId={deliveryId} label="Send now" />
              ) : null
            }
          />
          <Notes of={{ paymentId: id }} first={notes} />
        </div>
        <PaymentFacts detail={data} />
      </div>
    </>
  );
}

/** The payments before and after this one in the list that the user came from. */
function Neighbours({ id }: { id: string }) {
  const position = useSyncExternalStore(
    () => () => undefined,
    () => JSON.stringify(positionInOrder(id)),
    () => "null",
  );
  const found = JSON.parse(position) as ReturnType<typeof positionInOrder>;
  if (found === null) return null;
  const { at, of, previous, next } = found;
  return (
    <nav className={s.neighbours} aria-label="Neighbouring payments">
      {previous ? (
        <Link className={ui.ghost} href={paymentPath(previous)} aria-label="Previous payment (K)" data-previous="">
          <Icon name="left" />
        </Link>
      ) : null}
      <span>
        {at} / {of}
        <span className={ui.hidden}> on the page</span>
      </span>
      {next ? (
        <Link className={ui.ghost} href={paymentPath(next)} aria-label="Next payment (J)" data-next="">
          <Icon name="right" />
        </Link>
      ) : null}
    </nav>
  );
}

function Head({ detail: { payment } }: { detail: PaymentDetail }) {
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <header className={s.head}>
      <h1 className={s.sum} ref={title} tabIndex={-1}>
        <span>
          <span className={ui.hidden}>Payment of </span>
          {groupDigits(payment.decimal)} <span className={s.currency}>{payment.currency}</span>
        </span>
        <span className={s.state}>
          <StatusOf label={formatPaymentStatus(payment)} /> <SampleTag id={payment.id} />
        </span>
      </h1>
      <PaymentActions payment={payment} stayAt={title} />
    </header>
  );
}

const NOW_ICONS: Record<StatusLabel["tone"], IconName> = {
  good: "check",
  accent: "clock",
  warn: "arrow",
  bad: "x",
  mute: "clock",
};

/** The state of the payment in a sentence, and what follows from it. */
function Now({ detail }: { detail: PaymentDetail }) {
  const { payment } = detail;
  const tone = differingAmount(payment) ? "warn" : formatPaymentStatus(payment).tone;
  const { lead, more } = paymentSummary(detail, useZone());
  return (
    <div className={s.now} data-tone={tone}>
      <span className={s.node} aria-hidden="true">
        <Icon name={paymentState(payment) === "returned" ? "returned" : NOW_ICONS[tone]} />
      </span>
      <div>
        <p>
          {lead}
          {more ? <small>{more}</small> : null}
          {isSample(payment.id) ? (
            <small>It is a sample of the demo: no money moved, and its webhooks were not sent.</small>
          ) : null}
        </p>
        <ZoneLead />
      </div>
    </div>
  );
}
