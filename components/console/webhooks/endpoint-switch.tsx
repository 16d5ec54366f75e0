"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { formatFailure } from "../../ui/format-failure";
import { Note } from "../../ui/parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "../frame/queries";
import { boundedCount } from "./health-labels";

type Waiting = Outputs["webhooks"]["health"]["list"][number]["waiting"];
type SwitchProps = { name: string; isDisabled: boolean; waiting: Waiting | undefined };

/** Disables an endpoint, after a confirmation, or enables it again. */
export function SwitchEndpoint({ name, isDisabled, waiting }: SwitchProps) {
  const trpc = useTRPC();
  const merchantId = useMerchantId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const change = useMutation(
    trpc.webhooks.endpoints.switch.mutationOptions({
      onSuccess: async () => {
        await Promise.all([
          queries.invalidateQueries(trpc.webhooks.endpoints.pathFilter()),
          queries.invalidateQueries(trpc.webhooks.health.pathFilter()),
        ]);
        setAsking(false);
      },
    }),
  );
  const failure = change.error ? failureOf(change.error) : null;
  if (isDisabled) {
    return (
      <div>
        {failure ? <Note tone="bad">{formatFailure(failure, "It is still disabled.")}</Note> : null}
        <Button disabled={change.isPending} onClick={() => change.mutate({ merchantId, name, to: "enabled" })}>
          Enable endpoint
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Disable endpoint
      </Button>
      {asking ? (
        <ConfirmDialog
          title={`Disable ${name}?`}
          action="Disable endpoint"
          cancel="Cancel"
          busy={change.isPending}
          error={failure ? formatFailure(failure, "It is still enabled.") : null}
          onConfirm={() => change.mutate({ merchantId, name, to: "disabled" })}
          onCancel={() => setAsking(false)}
        >
          Payments that name it are rejected. Endpoints are never deleted; you can enable it again.{" "}
          {formatLost(waiting)} To stop deliveries for a while without losing any, pause it instead.
        </ConfirmDialog>
      ) : null}
    </>
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
