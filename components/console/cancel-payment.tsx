"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { failureWords } from "./failure-words";
import type { PaymentDetail } from "./payment-timeline";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

type CancelProps = { payment: PaymentDetail["payment"]; stayAt: RefObject<HTMLElement | null> };

/** Cancels a payment that is open, after asking. `stayAt`: what has the focus once the button is gone. */
export function CancelPayment({ payment, stayAt }: CancelProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    trpc.payments.cancel.mutationOptions({
      onSuccess: () => setAsking(false),
      // Refused too: it has been paid meanwhile, say, and the page is to show that.
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
          title={`Cancel the payment for ${payment.paymentReference}?`}
          action="Cancel payment"
          stayAt={stayAt}
          busy={cancel.isPending}
          error={cancel.error ? failureWords(failureOf(cancel.error), "Nothing was cancelled.") : null}
          onConfirm={() => cancel.mutate({ merchantId, id: payment.id })}
          onCancel={() => setAsking(false)}
        >
          {payment.initiatedAt
            ? `${payment.bankName ?? "The bank"} has it and is asked to stop. Its answer decides: what the shopper has approved already still counts as paid.`
            : "No bank has it yet, so it ends at once. Its checkout page says that it was cancelled, and your server is told."}
        </ConfirmDialog>
      ) : null}
    </>
  );
}
