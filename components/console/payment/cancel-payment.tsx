"use client";

import type { RefObject } from "react";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { useAction } from "../../ui/use-action";
import { useMerchantId, useTRPC } from "../frame/queries";
import type { PaymentDetail } from "./timeline-item";

type CancelProps = { payment: PaymentDetail["payment"]; stayAt: RefObject<HTMLElement | null> };

/** Cancels an open payment, after a confirmation. `stayAt` takes the focus once the button is gone. */
export function CancelPayment({ payment, stayAt }: CancelProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const cancel = useAction(trpc.payments.cancel, {
    unchanged: "Nothing was cancelled.",
    // After a failure too: it may have been paid meanwhile.
    changes: [trpc.payments.get.queryFilter()],
  });
  return (
    <ConfirmButton
      label="Cancel payment"
      look="danger"
      title={`Cancel ${payment.paymentReference}?`}
      action="Cancel payment"
      cancel="Keep payment"
      stayAt={stayAt}
      act={cancel}
      input={{ merchantId, id: payment.id }}
    >
      {payment.initiatedAt
        ? "If the customer has already approved, the bank’s answer decides."
        : "No bank has been chosen yet, so the payment ends at once. Its checkout says so, and a webhook is sent."}
    </ConfirmButton>
  );
}
