import type { RefObject } from "react";
import { LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { useMay } from "../../ui/queries";
import { NEW_LINK_PATH } from "../frame/nav-items";
import { paymentPath } from "../payments/payment-path";
import s from "./payment.module.css";
import { PaymentCheckout } from "./payment-checkout";
import { PaymentMenu } from "./payment-menu";
import { differingAmount } from "./payment-summary";
import type { PaymentDetail } from "./timeline-item";

type ActionsProps = { payment: PaymentDetail["payment"]; stayAt: RefObject<HTMLElement | null> };

/** What can be done with a payment; the primary act of its state is last. */
export function PaymentActions({ payment, stayAt }: ActionsProps) {
  const may = useMay();
  const isPaid = payment.status === "completed";
  return (
    <div className={s.actions}>
      <PaymentCheckout payment={payment} />
      {payment.canCancel && may("payments.cancel") ? <PaymentMenu payment={payment} stayAt={stayAt} /> : null}
      {isPaid ? (
        <LinkButton look={differingAmount(payment) ? undefined : "primary"} href={`${paymentPath(payment.id)}/receipt`}>
          View receipt
        </LinkButton>
      ) : null}
      {!isPaid && payment.status !== "pending" && may("paymentLinks.create") ? (
        <LinkButton look="primary" href={NEW_LINK_PATH}>
          <Icon name="link" />
          New payment link
        </LinkButton>
      ) : null}
    </div>
  );
}
