"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import ui from "../../ui/ui.module.css";
import { failureOf, useMerchantId, useTRPC } from "../frame/queries";
import type { PaymentDetail } from "./timeline-item";

type CancelProps = { payment: PaymentDetail["payment"]; stayAt: RefObject<HTMLElement | null> };

/** Cancels an open payment, after a confirmation. `stayAt` takes the focus once the button is gone. */
export function CancelPayment({ payment, stayAt }: CancelProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    trpc.payments.cancel.mutationOptions({
      onSuccess: () => setAsking(false),
      // After an error too: it may have been paid meanwhile.
      onSettled: () => queries.invalidateQueries(trpc.payments.get.queryFilter()),
    }),
  );
  return (
    <>
      <button className={`${ui.button} ${ui.danger}`} type="button" onClick={() => setAsking(true)}>
        Cancel payment
      </button>
      {asking ? (
        <ConfirmDialog
          title={`Cancel ${payment.paymentReference}?`}
          action="Cancel payment"
          cancel="Keep payment"
          stayAt={stayAt}
          busy={cancel.isPending}
          error={cancel.error ? formatFailure(failureOf(cancel.error), "Nothing was cancelled.") : null}
          onConfirm={() => cancel.mutate({ merchantId, id: payment.id })}
          onCancel={() => setAsking(false)}
        >
          {payment.initiatedAt
            ? "If the customer has already approved, the bank's answer decides."
            : "No bank has been chosen yet, so the payment ends at once. Its checkout says so, and a webhook is sent."}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
