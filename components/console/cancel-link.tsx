"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { failureWords } from "./failure-words";
import type { LinkDetail } from "./link-drawer";
import { failureOf, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

/** Withdraws a link, after asking. `stayAt`: what has the focus once the button is gone. */
export function CancelLink({ link, stayAt }: { link: LinkDetail; stayAt: RefObject<HTMLElement | null> }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    trpc.payments.cancelLink.mutationOptions({
      onSuccess: () => setAsking(false),
      // Refused too: it has been paid meanwhile, say, and the page is to show that.
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries(trpc.paymentLinks.pathFilter()),
          queries.invalidateQueries(trpc.payments.ofLink.queryFilter()),
        ]),
    }),
  );
  return (
    <>
      <button className={`${ui.button} ${ui.danger}`} type="button" onClick={() => setAsking(true)}>
        Cancel this link
      </button>
      {asking ? (
        <ConfirmDialog
          title={`Cancel the link for ${link.payment_reference}?`}
          action="Cancel the link"
          stayAt={stayAt}
          busy={cancel.isPending}
          error={cancel.error ? failureWords(failureOf(cancel.error), "Nothing was cancelled.") : null}
          onConfirm={() => cancel.mutate({ merchantId, id: link.id })}
          onCancel={() => setAsking(false)}
        >
          Nobody can pay with it any more, and whoever opens it is told that you withdrew it. Where somebody is at a
          bank with it just now, that bank is asked to stop; what they have approved already still counts as paid. A
          cancelled link stays cancelled.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
