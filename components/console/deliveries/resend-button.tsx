"use client";

import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Note } from "../../ui/parts";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";
import { useMerchantId, useTRPC } from "../frame/queries";

const DONE: Record<string, string> = {
  again: "Webhook resent.",
  brought_forward: "Webhook is being sent now.",
  in_hand: "Webhook is already being sent.",
};

/** Sends one delivery now: in a row of the timeline, or at the head of the page (`primary`). */
export function ResendButton(props: { deliveryId: string; label: string; primary?: boolean }) {
  const { deliveryId, label, primary = false } = props;
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const resend = useAction(trpc.webhooks.log.resend, {
    unchanged: "Nothing was resent.",
    changes: [trpc.payments.get.queryFilter()],
  });
  return (
    <>
      <Button
        look={primary ? "primary" : undefined}
        slim={!primary}
        disabled={resend.busy}
        onClick={() => resend.run({ merchantId, id: deliveryId })}
        data-again={primary ? "" : undefined}
      >
        <Icon name={primary ? "refresh" : "arrow"} />
        {label}
      </Button>
      <span className={ui.hidden} role="status">
        {resend.output ? (DONE[resend.output.how] ?? "") : ""}
      </span>
      {resend.failure ? <Note tone="bad">{resend.failure}</Note> : null}
    </>
  );
}
