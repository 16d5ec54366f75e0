import type { RefObject } from "react";
import { useConfirmation } from "../../ui/layers/confirm-button";
import { MoreMenu } from "../../ui/layers/menu";
import { announce } from "../../ui/layers/toasts";
import { useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import type { PaymentDetail } from "./timeline-item";

type MenuProps = { payment: PaymentDetail["payment"]; stayAt: RefObject<HTMLElement | null> };

/** What else can be done with an open payment. `stayAt` takes the focus once the menu is gone. */
export function PaymentMenu({ payment, stayAt }: MenuProps) {
  const { trpc, merchantId } = useConsole();
  const act = useAction(trpc.payments.cancel, {
    unchanged: "Nothing was cancelled.",
    // After a failure too: it may have been paid meanwhile.
    changes: [trpc.payments.get.queryFilter()],
  });
  const { ask, dialog } = useConfirmation({
    title: `Cancel ${payment.paymentReference}?`,
    children: payment.initiatedAt
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
