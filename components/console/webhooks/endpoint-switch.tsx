"use client";

import { Button } from "../../ui/button";
import { ConfirmButton } from "../../ui/layers/confirm-button";
import { Note } from "../../ui/parts";
import { useAction } from "../../ui/use-action";
import { type Outputs, useMerchantId, useTRPC } from "../frame/queries";
import { boundedCount } from "./health-labels";

type Waiting = Outputs["webhooks"]["health"]["list"][number]["waiting"];
type SwitchProps = { name: string; isDisabled: boolean; waiting: Waiting | undefined };

/** Disables an endpoint, after a confirmation, or enables it again. */
export function SwitchEndpoint({ name, isDisabled, waiting }: SwitchProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const change = useAction(trpc.webhooks.endpoints.switch, {
    unchanged: isDisabled ? "It is still disabled." : "It is still enabled.",
    changes: [trpc.webhooks.endpoints.pathFilter(), trpc.webhooks.health.pathFilter()],
  });
  if (isDisabled) {
    return (
      <div>
        {change.failure ? <Note tone="bad">{change.failure}</Note> : null}
        <Button disabled={change.busy} onClick={() => change.run({ merchantId, name, to: "enabled" })}>
          Enable endpoint
        </Button>
      </div>
    );
  }
  return (
    <ConfirmButton
      label="Disable endpoint"
      look="danger"
      title={`Disable ${name}?`}
      action="Disable endpoint"
      act={change}
      input={{ merchantId, name, to: "disabled" }}
    >
      Payments that name it are rejected. Endpoints are never deleted; you can enable it again. {formatLost(waiting)} To
      keep deliveries queued instead, pause it.
    </ConfirmButton>
  );
}

/** What happens to the queued deliveries. */
function formatLost(waiting: Waiting | undefined): string {
  if (!waiting || waiting.count === 0) return "No deliveries are queued for it.";
  if (waiting.count === 1 && !waiting.more) {
    return "1 queued delivery fails at its next attempt; you can resend it after enabling the endpoint.";
  }
  const many = boundedCount(waiting);
  return `${many.slice(0, 1).toUpperCase()}${many.slice(1)} queued deliveries fail at their next attempt; you can resend them after enabling the endpoint.`;
}
