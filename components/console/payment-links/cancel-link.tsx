"use client";

import type { RefObject } from "react";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { useConsole } from "../../ui/queries";
import { useAction } from "../../ui/use-action";
import type { LinkDetail } from "./link-draft";

/** Cancels a link, after a confirmation. `stayAt` takes the focus once the button is gone. */
export function CancelLink({ link, stayAt }: { link: LinkDetail; stayAt: RefObject<HTMLElement | null> }) {
  const { trpc, merchantId } = useConsole();
  const cancel = useAction(trpc.payments.cancelLink, {
    unchanged: "Nothing was cancelled.",
    // After a failure too: the link may have been paid meanwhile.
    changes: [trpc.paymentLinks.pathFilter(), trpc.payments.ofLink.queryFilter()],
  });
  return (
    <ConfirmButton
      label="Cancel link"
      look="danger"
      title={`Cancel the link for ${link.payment_reference}?`}
      action="Cancel link"
      cancel="Keep link"
      stayAt={stayAt}
      act={cancel}
      input={{ merchantId, id: link.id }}
    >
      The link stops working at once. A payment already started can still complete.
    </ConfirmButton>
  );
}
