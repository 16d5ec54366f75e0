"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "./confirm-dialog";
import { failureWords } from "./failure-words";
import { boundedCount } from "./health-words";
import { Note } from "./parts";
import { failureOf, type Outputs, useMerchantId, useTRPC } from "./queries";
import ui from "./ui.module.css";

type Waiting = Outputs["webhooks"]["health"]["list"][number]["waiting"];
type SwitchProps = { name: string; isDisabled: boolean; waiting: Waiting | undefined };

/** Disables an endpoint, after asking, or enables it again. */
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
        {failure ? <Note tone="bad">{failureWords(failure, "It is still disabled.")}</Note> : null}
        <button
          className={ui.button}
          type="button"
          disabled={change.isPending}
          onClick={() => change.mutate({ merchantId, name, to: "enabled" })}
        >
          Enable it
        </button>
      </div>
    );
  }
  return (
    <>
      <button className={`${ui.button} ${ui.danger}`} type="button" onClick={() => setAsking(true)}>
        Disable
      </button>
      {asking ? (
        <ConfirmDialog
          title={`Disable ${name}?`}
          action="Disable it"
          busy={change.isPending}
          error={failure ? failureWords(failure, "It is still enabled.") : null}
          onConfirm={() => change.mutate({ merchantId, name, to: "disabled" })}
          onCancel={() => setAsking(false)}
        >
          No new payment can name it: one that does is refused. {lostWords(waiting)} To stop it for a while and lose
          nothing, pause it instead.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

/** What becomes of the deliveries that wait. */
function lostWords(waiting: Waiting | undefined): string {
  if (!waiting || waiting.count === 0) return "No delivery waits for it now.";
  if (waiting.count === 1 && !waiting.more) {
    return "One delivery waits for it: at its next try it is given up, and can be sent again when it is enabled.";
  }
  const many = boundedCount(waiting);
  return `${many.slice(0, 1).toUpperCase()}${many.slice(1)} deliveries wait for it: at their next try they are given up, and can be sent again when it is enabled.`;
}
