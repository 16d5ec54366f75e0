"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { failureOf, useMerchantId, useTRPC } from "../frame/queries";
import type { LinkDetail } from "./link-draft";

/** Cancels a link, after a confirmation. `stayAt` takes the focus once the button is gone. */
export function CancelLink({ link, stayAt }: { link: LinkDetail; stayAt: RefObject<HTMLElement | null> }) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(
    trpc.payments.cancelLink.mutationOptions({
      onSuccess: () => setAsking(false),
      // After an error too: the link may have been paid meanwhile.
      onSettled: () =>
        Promise.all([
          queries.invalidateQueries(trpc.paymentLinks.pathFilter()),
          queries.invalidateQueries(trpc.payments.ofLink.queryFilter()),
        ]),
    }),
  );
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Cancel link
      </Button>
      {asking ? (
        <ConfirmDialog
          title={`Cancel the link for ${link.payment_reference}?`}
          action="Cancel link"
          cancel="Keep link"
          stayAt={stayAt}
          busy={cancel.isPending}
          error={cancel.error ? formatFailure(failureOf(cancel.error), "Nothing was cancelled.") : null}
          onConfirm={() => cancel.mutate({ merchantId, id: link.id })}
          onCancel={() => setAsking(false)}
        >
          The link stops working at once. A payment already started can still complete.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
