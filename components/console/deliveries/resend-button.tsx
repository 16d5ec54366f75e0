import { Button } from "../../ui/button";
import { Icon } from "../../ui/icons";
import { Note } from "../../ui/parts";
import { useConsole } from "../../ui/queries";
import ui from "../../ui/ui.module.css";
import { useAction } from "../../ui/use-action";

const DONE: Record<string, string> = {
  again: "Webhook resent.",
  brought_forward: "Webhook is being sent now.",
  in_hand: "Webhook is already being sent.",
};

/** Sends one delivery now, in a row of the timeline. */
export function ResendButton({ deliveryId, label }: { deliveryId: string; label: string }) {
  const { trpc, merchantId } = useConsole();
  const resend = useAction(trpc.webhooks.log.resend, {
    unchanged: "Nothing was resent.",
    changes: [trpc.payments.get.queryFilter()],
  });
  return (
    <>
      <Button slim disabled={resend.busy} onClick={() => resend.run({ merchantId, id: deliveryId })}>
        <Icon name="arrow" />
        {label}
      </Button>
      <span className={ui.hidden} role="status">
        {resend.output ? (DONE[resend.output.how] ?? "") : ""}
      </span>
      {resend.failure ? <Note tone="bad">{resend.failure}</Note> : null}
    </>
  );
}
