"use client";

import { useMutation } from "@tanstack/react-query";
import { failureOf, type Outputs, useTRPC } from "../../console/frame/queries";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { useChanged } from "../frame/use-act";

type Connection = Outputs["platform"]["connections"]["get"];

/** Confirms enabling or disabling a connection. */
export function SwitchConnection({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged();
  const { id, environment, enabled } = connection;
  const to = enabled ? "disabled" : "enabled";
  const act = useMutation(
    trpc.platform.connections.switch.mutationOptions({
      onSuccess: async () => {
        await changed();
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={`${enabled ? "Disable" : "Enable"} ${id}?`}
      action={enabled ? "Disable connection" : "Enable connection"}
      cancel="Cancel"
      primary={!enabled}
      busy={act.isPending}
      error={act.error ? failureSentence(act.error, enabled) : null}
      onConfirm={() => act.mutate({ id, to })}
      onCancel={onClose}
    >
      {describeAct(enabled, environment === "live")}
    </ConfirmDialog>
  );
}

function failureSentence(error: unknown, enabled: boolean): string {
  const { message, fields } = failureOf(error);
  const why = Object.values(fields);
  return `${why.length > 0 ? `${why.join(". ")}.` : message} The connection is still ${enabled ? "enabled" : "disabled"}.`;
}

function describeAct(enabled: boolean, live: boolean): string {
  if (enabled) {
    return "Within a second, no new payments start over it and customers can't choose its banks. Payments already started are completed.";
  }
  return live
    ? "Within a second, customers can pay at its banks with real money. From the first live connection on, payments are live unless they are created as tests. This can't be undone."
    : "Within a second, test payments at its banks use it instead of the simulated bank.";
}
