import type { RefObject } from "react";
import { LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { useConfirmation } from "../../ui/layers/confirm-button";
import { MoreMenu } from "../../ui/layers/menu";
import { announce } from "../../ui/layers/toasts";
import { useConsole, useMay } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import { NEW_LINK_PATH } from "../frame/nav-items";
import { paymentPath } from "../payments/payment-path";
import s from "./payment.module.css";
import { PaymentCheckout } from "./payment-checkout";
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

/** What else can be done with an open payment. `stayAt` takes the focus once the menu is gone. */
function PaymentMenu({ payment, stayAt }: ActionsProps) {
  const { trpc, merchantId } = useConsole();
  const act = useAction(trpc.payments.cancel, {
    unchanged: "Nothing was cancelled.",
    // After a failure too: it may have been paid meanwhile.
    changes: [trpc.payments.get.queryFilter()],
  });
  const { ask, dialog } = useConfirmation({
    title: `Cancel ${payment.paymentReference}?`,
    children: payment.attempt
      ? "If the customer has already approved, the bank’s answer decides."
      : "No bank has been chosen yet, so the payment ends at once. Its checkout says so, and a webhook is sent.",
    action: "Cancel payment",
    cancel: "Keep payment",
    stayAt,
    act,
    input: { merchantId, id: payment.id },
  });
  const copyId = () =>
    navigator.clipboard.writeText(payment.id).then(
      () => announce("Payment ID copied"),
      () => announce("Copying failed. Select the text instead."),
    );
  return (
    <>
      <MoreMenu
        label="Payment actions"
        items={[
          { words: "Copy payment ID", icon: "copy", onChoose: copyId },
          { words: "Cancel payment", icon: "x", danger: true, onChoose: ask },
        ]}
      />
      {dialog}
    </>
  );
}
