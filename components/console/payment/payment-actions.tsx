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
import { cancellationText } from "./payment-timeline-events";
import type { PaymentDetail } from "./timeline-item";

type ActionsProps = { payment: PaymentDetail["payment"]; stayAt: RefObject<HTMLElement | null> };

/** What can be done with a payment; the primary act of its state is last. */
export function PaymentActions({ payment, stayAt }: ActionsProps) {
  const may = useMay();
  const mayCancel = payment.canCancel && may("payments.cancel");
  const mayErase = payment.canErase && may("customers.eraseOfPayment");
  const isPaid = payment.status === "completed";
  return (
    <div className={s.actions}>
      <PaymentCheckout payment={payment} />
      {mayCancel || mayErase ? (
        <PaymentMenu payment={payment} stayAt={stayAt} mayCancel={mayCancel} mayErase={mayErase} />
      ) : null}
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

/** What else can be done with a payment. `stayAt` takes the focus once the menu is gone. */
function PaymentMenu(props: ActionsProps & { mayCancel: boolean; mayErase: boolean }) {
  const { payment, mayCancel, mayErase } = props;
  const cancelling = useCancelling(props);
  const erasing = useErasing(props);
  const copyId = () =>
    navigator.clipboard.writeText(payment.id).then(
      () => announce("Payment ID copied"),
      () => announce("Copying failed. Select the text instead."),
    );
  const danger = { icon: "x", danger: true } as const;
  return (
    <>
      <MoreMenu
        label="Payment actions"
        items={[
          { words: "Copy payment ID", icon: "copy", onChoose: copyId },
          ...(mayErase ? [{ ...danger, words: "Erase customer", onChoose: erasing.ask }] : []),
          ...(mayCancel ? [{ ...danger, words: "Cancel payment", onChoose: cancelling.ask }] : []),
        ]}
      />
      {cancelling.dialog}
      {erasing.dialog}
    </>
  );
}

function useCancelling({ payment, stayAt }: ActionsProps) {
  const { trpc, merchantId } = useConsole();
  const act = useAction(trpc.payments.cancel, {
    unchanged: "Nothing was cancelled.",
    // After a failure too: it may have been paid meanwhile.
    changes: [trpc.payments.get.queryFilter()],
  });
  return useConfirmation({
    title: `Cancel ${payment.paymentReference}?`,
    children: cancellationText(payment),
    action: "Cancel payment",
    cancel: "Keep payment",
    stayAt,
    act,
    input: { merchantId, id: payment.id },
  });
}

/** For a customer without a page: one without an ID or an e-mail address. */
function useErasing({ payment, stayAt }: ActionsProps) {
  const { trpc, merchantId } = useConsole();
  const isOpen = payment.status === "pending";
  const act = useAction(trpc.customers.eraseOfPayment, {
    unchanged: "Nothing was erased.",
    changes: [trpc.payments.get.queryFilter(), trpc.payments.notes.list.pathFilter()],
    toast: isOpen ? "The customer is erased when the payment ends" : "Customer erased",
  });
  return useConfirmation({
    title: `Erase the customer of ${payment.paymentReference}?`,
    children: `Name, addresses, account and notes are erased from this payment${isOpen ? " when it ends" : ""}. Your team’s saved views named after the customer are deleted. The payment stays, and your bank transactions keep the payer’s name. This can’t be undone.`,
    action: "Erase customer",
    stayAt,
    act,
    input: { merchantId, id: payment.id },
  });
}
